import { adminApi } from '@agency/contract/admins'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { adminsKey } from '../../shared/admin-queries'
import { callQuery } from '../../shared/call'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { usePermission } from '../../shared/use-permission'
import { AdminActions } from './admin-actions'
import { AdminForm } from './admin-form'
import styles from './admin-page.module.css'

export function NewAdminPage() {
  return (
    <div className={styles.page}>
      <BackLink />
      <PageHeading title="Add Admin">Add Admin</PageHeading>
      <AdminForm admin={null} />
    </div>
  )
}

interface EditAdminPageProps {
  readonly adminId: string
  /** The audit trail of the account, as a dialog. */
  readonly activity: (close: () => void) => ReactNode
}

export function EditAdminPage({ adminId, activity }: EditAdminPageProps) {
  const [showsActivity, setShowsActivity] = useState(false)
  const mayManage = usePermission('admins.manage')
  const {
    data: admin,
    isError,
    refetch,
  } = useQuery(callQuery([...adminsKey, 'one', adminId], adminApi.one, { params: { id: adminId } }))
  return (
    <div className={styles.page}>
      <BackLink />
      <PageHeading title="Edit Admin">Edit Admin</PageHeading>
      {admin === undefined && isError && <LoadFailure message="Failed to load admin details" retry={refetch} />}
      {admin === undefined && !isError && <Loading label="Loading admin" skeleton={styles.loading} />}
      {admin !== undefined && (
        <>
          <AdminForm admin={admin} />
          {mayManage && <AdminActions admin={admin} onActivity={() => setShowsActivity(true)} />}
          {showsActivity && activity(() => setShowsActivity(false))}
        </>
      )}
    </div>
  )
}

function BackLink() {
  return (
    <Link to={paths.manage} className={styles.back}>
      <ArrowLeft size={18} />
      Back to Admins
    </Link>
  )
}
