import { useParams } from 'react-router-dom'
import { EditAdminPage, NewAdminPage } from '../../features/admins/admin-page'
import { Activity } from './activity'

export function AdminRoute() {
  const { adminId = '' } = useParams()
  if (adminId === 'new') return <NewAdminPage key="new" />
  const activity = (close: () => void) => <Activity about={{ subject_id: adminId }} onClose={close} />
  return <EditAdminPage key={adminId} adminId={adminId} activity={activity} />
}
