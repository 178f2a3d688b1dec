import type { Admin } from '@agency/contract/admins'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adminsQuery, fullName } from '../../shared/admin-queries'
import { useRequestedDialog } from '../../shared/dialogs/requested-dialog'
import { dash } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import splitRow from '../../shared/looks/split-row.module.css'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import { usePermission } from '../../shared/use-permission'
import styles from './admins-page.module.css'
import { InvitationsCard } from './invitations-card'
import { InviteDialog } from './invite-dialog'
import { roleNames } from './role-names'

export function AdminsPage() {
  const { data: admins, isError, refetch } = useQuery(adminsQuery)
  const navigate = useNavigate()
  const mayManage = usePermission('admins.manage')
  const [dialog, request] = useRequestedDialog()
  return (
    <div className={styles.page}>
      <header className={splitRow.row}>
        <PageHeading title="Manage Admins">Manage Admins</PageHeading>
        <div className={styles.actions}>
          {mayManage && (
            <div className={styles.buttons}>
              <Button variant="secondary" onClick={() => navigate(paths.newAdmin)}>
                Add Admin
              </Button>
              <Button onClick={() => request({ name: 'invite' })}>Invite</Button>
            </div>
          )}
        </div>
      </header>
      {admins === undefined && isError && <LoadFailure message="Failed to load admin list" retry={refetch} />}
      {admins === undefined && !isError && <Loading label="Loading admins" skeleton={styles.loading} />}
      {admins !== undefined && <AdminsTable admins={admins} />}
      {mayManage && <InvitationsCard />}
      {mayManage && dialog?.name === 'invite' && <InviteDialog onClose={() => request(null)} />}
    </div>
  )
}

function AdminsTable({ admins }: { readonly admins: readonly Admin[] }) {
  if (admins.length === 0) {
    return (
      <div className="empty-state">
        <p>No admins found.</p>
      </div>
    )
  }
  return (
    <div className="table-wrap">
      <table className="table stacked" aria-label="Admins">
        <TableHead columns={['Email', 'Username', 'Role', 'Name', 'Clients']} />
        <tbody>
          {admins.map((admin) => (
            <tr key={admin.id} data-clickable>
              <td data-label="Email">
                <Link
                  className={`stacked-row-link ${styles.link}`}
                  to={paths.admin(admin.id)}
                  aria-label={admin.email === '' ? admin.username : undefined}
                >
                  {admin.email || dash}
                </Link>
              </td>
              <td data-label="Username">{admin.username}</td>
              <td data-label="Role">{roleNames[admin.role].name}</td>
              <td data-label="Name">{fullName(admin) || dash}</td>
              <td data-label="Clients">{admin.client_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
