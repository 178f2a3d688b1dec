import { Link, useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { useLogin } from '../../shared/login-store'
import styles from '../../shared/looks/notice-bar.module.css'
import { paths } from '../../shared/paths'
import { usePermission } from '../../shared/use-permission'

/** The login during which the notice was put off. The next one is asked again. */
const usePutOff = create<{ readonly token: string | undefined }>(() => ({ token: undefined }))

/** Asks whoever may set them for the agency's name and phone, without which nothing is sent to a client. */
export function AgencyNotice() {
  const mayWrite = usePermission('agency.write')
  const token = useLogin(({ login }) => login?.token)
  const putOff = usePutOff((state) => state.token)
  const { pathname } = useLocation()
  if (!mayWrite || putOff === token || pathname === paths.agency) return null
  return (
    <div className={styles.bar} role="status">
      <p>Nothing can be sent to a client yet: the agency has no name or no phone number.</p>
      <Link to={paths.agency}>Set up the agency</Link>
      <button type="button" className="link-button" onClick={() => usePutOff.setState({ token })}>
        Later
      </button>
    </div>
  )
}
