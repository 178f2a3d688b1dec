import { envelopeApi, type TemplateSync } from '@agency/contract/esign'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { capabilitiesQuery } from '../../shared/capabilities'
import { alert, alertFailure } from '../../shared/dialogs/dialogs'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { LinkedText } from '../../shared/text/linked-text'
import styles from './forms-page.module.css'

/** Pulls templates into the library, alerts the outcome, and returns it for `SyncOutcome`. */
export function useSyncTemplates() {
  const queryClient = useQueryClient()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(envelopeApi.syncTemplates),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      await alert('DocuSign templates synced successfully!')
    },
    onError: (refusal) => alertFailure('Failed to sync DocuSign templates. Check console for details.', refusal),
  })
  const body = readRefusal(error)?.body
  const reason = body?.code === 'ESIGN_FAILED' ? body.message : null
  return { done: data, reason, isPending, start: () => mutate() }
}

/** The deployment's e-signature provider, where the library's templates come from. */
export function ConnectedProvider() {
  const provider = useQuery(capabilitiesQuery()).data?.esign_provider
  if (provider === undefined) return <p className={styles.connected} />
  return (
    <p className={styles.connected}>
      {provider === 'docusign'
        ? 'E-signature: a DocuSign account is connected. Its templates are pulled in with Sync Templates.'
        : 'E-signature: built in. No DocuSign account is connected: Sync Templates adds three sample templates.'}
    </p>
  )
}

interface SyncOutcomeProps {
  readonly done: TemplateSync | undefined
  /** Why the provider failed, and what staff can do. */
  readonly reason: string | null
}

/** The result of the last sync: the provider and the changes, or the failure. */
export function SyncOutcome({ done, reason }: SyncOutcomeProps) {
  if (reason !== null) {
    return (
      <p className="notice" data-tone="danger" role="alert">
        <LinkedText text={reason} />
      </p>
    )
  }
  if (!done) return null
  const provider = done.provider === 'docusign' ? 'DocuSign' : 'The built-in e-signature'
  return (
    <p className="notice" data-tone="success" role="status">
      {provider} answered. {done.message}
    </p>
  )
}
