import { PageHeading } from '../../shared/page-heading'
import { usePermission } from '../../shared/use-permission'
import styles from './agency-page.module.css'
import { ChannelsCard } from './channels-card'

/** How e-mails and text messages are sent, and a test of both. */
export function ChannelsPage() {
  const mayWrite = usePermission('agency.write')
  return (
    <div className={styles.page}>
      <PageHeading title="Mail and texts">Mail and texts</PageHeading>
      {mayWrite ? <ChannelsCard /> : <p className="notice">Only admins with power access may see this.</p>}
    </div>
  )
}
