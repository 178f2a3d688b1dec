import type { SessionSummary } from '@agency/contract/sessions'
import { formatShortDate } from '../../shared/formatting'
import { SessionStatusBadge } from '../../shared/session-status'
import styles from '../../shared/session-type/session-type.module.css'

/** The cells that all session lists share: type, status, created. */
export function SessionCells({ session }: { readonly session: Omit<SessionSummary, 'open_devices'> }) {
  return (
    <>
      <td data-label="Type" className={styles.type}>
        {session.session_type}
      </td>
      <td data-label="Status">
        <SessionStatusBadge session={session} />
      </td>
      <td data-label="Created">{formatShortDate(session.created_at)}</td>
    </>
  )
}
