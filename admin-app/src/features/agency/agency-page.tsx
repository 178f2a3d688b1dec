import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { usePermission } from '../../shared/use-permission'
import { AgencyForm } from './agency-form'
import styles from './agency-page.module.css'
import { agencyQuery } from './agency-queries'
import { ArchiveCard } from './archive-card'
import { LogoCard } from './logo-card'

export function AgencyPage() {
  const mayWrite = usePermission('agency.write')
  return (
    <div className={styles.page}>
      <PageHeading title="Agency">Agency</PageHeading>
      {mayWrite ? <Settings /> : <p className="notice">Only admins with power access may change the agency.</p>}
    </div>
  )
}

function Settings() {
  const mayExport = usePermission('agency.export')
  const { data: settings, isError, refetch } = useQuery(agencyQuery)
  if (settings === undefined) {
    return isError ? (
      <LoadFailure message="The settings of the agency could not be loaded." retry={refetch} />
    ) : (
      <Loading label="Loading the agency" skeleton={styles.loading} />
    )
  }
  return (
    <>
      {settings.missing.length > 0 && (
        <p className="notice" data-tone="warning">
          Nothing can be sent to a client before the agency has a name and a phone number. Clients read both in every
          message, in their consent and on the certificate of what they sign.
        </p>
      )}
      <AgencyForm settings={settings} />
      <LogoCard logo={settings.logo} />
      {mayExport && <ArchiveCard />}
    </>
  )
}
