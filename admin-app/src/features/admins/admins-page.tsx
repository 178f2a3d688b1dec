import type { Admin } from '@agency/contract/admins'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adminsQuery, fullName } from '../../shared/admin-queries'
import { dash } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import { useMayManage } from './admins-api'
import styles from './admins-page.module.css'

/** The list of staff members. */
export function AdminsPage() {
  const { data: admins, isError, refetch } = useQuery(adminsQuery)
  const navigate = useNavigate()
  const mayManage = useMayManage()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Manage Admins">Manage Admins</PageHeading>
        <div className={styles.actions}>
          <Link to={paths.health}>Health</Link>
          {mayManage && <Button onClick={() => navigate(paths.newAdmin)}>Add Admin</Button>}
        </div>
      </header>
      {admins === undefined && isError && <LoadFailure message="Failed to load admin list" retry={refetch} />}
      {admins === undefined && !isError && <Loading label="Loading admins" skeleton={styles.loading} />}
      {admins !== undefined && <AdminsTable admins={admins} />}
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
              <td data-label="Role">{admin.role === 'power' ? 'Power' : 'Standard'}</td>
              <td data-label="Name">{fullName(admin) || dash}</td>
              <td data-label="Clients">{admin.client_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
