import { PageHeading } from '../../shared/page-heading'
import { usePermission } from '../../shared/use-permission'
import styles from './admins-page.module.css'
import { TeamsCard } from './teams-card'

export function TeamsPage() {
  const mayKeep = usePermission('teams.manage')
  return (
    <div className={styles.page}>
      <PageHeading title="Teams">Teams</PageHeading>
      {mayKeep ? <TeamsCard /> : <p className="notice">Your access level does not allow you to change teams.</p>}
    </div>
  )
}
