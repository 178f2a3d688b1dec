import { formatSessionCode } from '@agency/contract/session-code'
import type { SessionListItem } from '@agency/contract/sessions'
import { Link } from 'react-router-dom'
import { clientName, dash, formatShortDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { TableHead } from '../../../shared/tables/table-head'
import { SessionCells } from '../session-cells'
import styles from './session-list-table.module.css'

interface SessionListTableProps {
  readonly sessions: readonly SessionListItem[]
  /** Whether the rows are still those of the previous view. */
  readonly stale: boolean
}

/** One page of sessions. A row is a link to its session. On a phone each row is a card. */
export function SessionListTable({ sessions, stale }: SessionListTableProps) {
  return (
    <div className="table-wrap">
      <table className={`table stacked ${styles.table}`} aria-label="Sessions" aria-busy={stale}>
        <TableHead columns={['Client', 'Session code', 'Type', 'Status', 'Created', 'Expires']} />
        <tbody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SessionRow({ session }: { readonly session: SessionListItem }) {
  const name = clientName(session) || dash
  return (
    <tr data-clickable>
      <td data-label="Client">
        <Link
          className={`stacked-row-link ${styles.link}`}
          to={paths.session(session.client_id, session.session_code)}
          aria-label={`${name}, ${session.session_type} session`}
        >
          {name}
        </Link>
      </td>
      <td data-label="Session code">
        <code className={styles.code}>{formatSessionCode(session.session_code)}</code>
      </td>
      <SessionCells session={session} />
      <td data-label="Expires">{formatShortDate(session.expires_at)}</td>
    </tr>
  )
}
