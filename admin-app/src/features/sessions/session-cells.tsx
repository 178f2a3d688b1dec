import type { SessionSummary } from '@agency/contract/sessions'
import { formatShortDate } from '../../shared/formatting'
import styles from '../../shared/session-type/session-type.module.css'
import { SessionStatusBadge } from './session-status'

type Progress = 'documents_total' | 'documents_done' | 'open_devices'

/** The cells that all session lists share: type, status, created. */
export function SessionCells({ session }: { readonly session: Omit<SessionSummary, Progress> }) {
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
