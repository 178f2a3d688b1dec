import { useQuery } from '@tanstack/react-query'
import { dash } from '../../shared/format-date'
import { LoadFailure } from '../../shared/load-failure'
import { PageHeading } from '../../shared/page-heading'
import { type Admin, adminsQuery } from './admins-api'
import styles from './admins-page.module.css'

/** Everyone who may use the back office. */
export function AdminsPage() {
  const { data: admins, isError, refetch } = useQuery(adminsQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Manage Admins">Manage Admins</PageHeading>
      {isError && <LoadFailure message="Failed to load admin list" retry={refetch} />}
      {!isError && admins === undefined && <span role="status" aria-label="Loading admins" className="skeleton" />}
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
    <div className={`table-wrap ${styles.wrap}`}>
      <table className="table stacked">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Username</th>
            <th scope="col">Role</th>
            <th scope="col">Name</th>
            <th scope="col">Clients</th>
          </tr>
        </thead>
        <tbody>
          {admins.map((admin) => (
            <tr key={admin.id}>
              <td data-label="Email">{admin.email || dash}</td>
              <td data-label="Username">{admin.username}</td>
              <td data-label="Role">{admin.role === 'power' ? 'Power' : 'Standard'}</td>
              <td data-label="Name">{fullName(admin)}</td>
              <td data-label="Clients">{admin.client_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const fullName = ({ first_name, last_name }: Admin): string => `${first_name ?? ''} ${last_name ?? ''}`.trim() || dash
