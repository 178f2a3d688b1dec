import { useQuery } from '@tanstack/react-query'
import { capabilitiesQuery } from '../../shared/capabilities'
import styles from './forms-page.module.css'

/** Where the library's templates come from in this deployment. */
export function ConnectedProvider() {
  const provider = useQuery(capabilitiesQuery()).data?.esign_provider
  if (provider === undefined) return null
  return (
    <p className={styles.connected}>
      {provider === 'docusign'
        ? 'E-signature: a DocuSign account is connected. Its templates are pulled in with Sync Templates.'
        : 'E-signature: built in. No DocuSign account is connected; Sync Templates offers sample templates.'}
    </p>
  )
}
