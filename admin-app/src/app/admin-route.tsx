import { useParams } from 'react-router-dom'
import { EditAdminPage, NewAdminPage } from '../features/admins/admin-page'

/** A staff member's page; the id 'new' adds one. */
export function AdminRoute() {
  const { adminId = '' } = useParams()
  return adminId === 'new' ? <NewAdminPage key="new" /> : <EditAdminPage key={adminId} adminId={adminId} />
}
