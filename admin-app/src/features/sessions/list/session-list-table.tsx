import { formatSessionCode } from '@agency/contract/session-code'
import type { SessionListItem } from '@agency/contract/sessions'
import { memo } from 'react'
import { clientName, dash, formatShortDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { progressText } from '../../../shared/session-documents'
import { moveAlongRows, useRovingRows } from '../../../shared/tables/roving-rows'
import { type FollowLink, RowLink, useFollowLink } from '../../../shared/tables/row-link'
import { TableHead } from '../../../shared/tables/table-head'
import { identificationLabel } from '../identification'
import { SessionCells } from '../session-cells'
import styles from './session-list-table.module.css'

interface SessionListTableProps {
  readonly sessions: readonly SessionListItem[]
  /** Whether the rows are still those of the previous view. */
  readonly stale: boolean
}

/** One page of sessions. A row is a link to its session. On a phone each row is a card. */
export function SessionListTable({ sessions, stale }: SessionListTableProps) {
  const follow = useFollowLink()
  const roving = useRovingRows(sessions.map(({ id }) => id))
  return (
    <div className={`table-wrap ${styles.wrap}`}>
      <table className={`table stacked ${styles.table}`} aria-label="Sessions" aria-busy={stale}>
        <TableHead
          columns={['Client', 'Session code', 'Type', 'Status', 'Created', 'Documents', 'Expires', 'Identified by']}
        />
        <tbody>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isStop={roving.isStop(session.id)}
              onVisit={roving.visit}
              onFollow={follow}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SessionRowProps {
  readonly session: SessionListItem
  /** Whether the row is in the tab order. */
  readonly isStop: boolean
  readonly onVisit: (sessionId: string) => void
  readonly onFollow: FollowLink
}

/** It is rendered again for its own changes alone. */
const SessionRow = memo(function SessionRow({ session, isStop, onVisit, onFollow }: SessionRowProps) {
  const name = clientName(session) || dash
  return (
    <tr data-clickable onFocus={() => onVisit(session.id)}>
      <td data-label="Client">
        <RowLink
          className={`stacked-row-link ${styles.link}`}
          to={paths.session(session.client_id, session.session_code)}
          onFollow={onFollow}
          tabIndex={isStop ? 0 : -1}
          onKeyDown={moveAlongRows}
          aria-label={`${name}, ${session.session_type} session`}
        >
          {name}
        </RowLink>
      </td>
      <td data-label="Session code">
        <code className={styles.code}>{formatSessionCode(session.session_code)}</code>
      </td>
      <SessionCells session={session} />
      <td data-label="Documents">{progressText(session)}</td>
      <td data-label="Expires">{formatShortDate(session.expires_at)}</td>
      <td data-label="Identified by" className={styles.identified}>
        {identificationLabel(session)}
      </td>
    </tr>
  )
})
