import { useQuery } from '@tanstack/react-query'
import { formatSessionCode } from 'contract/session-code'
import type { SessionSummary } from 'contract/sessions'
import { Link } from 'react-router-dom'
import { formatShortDate } from '../../shared/format-date'
import { keptState } from '../../shared/kept-state'
import { LoadFailure } from '../../shared/load-failure'
import { Loading } from '../../shared/loading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { SessionStatusBadge } from './session-status-badge'
import { liveSessionsQuery } from './sessions-api'
import styles from './sessions-panel.module.css'
import { type SessionClient, StartSessionDialog } from './start-session-dialog'

const useStarting = keptState<boolean>()

/** A client's sessions, and the way to start another. */
export function SessionsPanel({ client }: { readonly client: SessionClient }) {
  const [starting, setStarting] = useStarting(client.id, false)
  const { data: sessions, isError, refetch } = useQuery(liveSessionsQuery(client.id))
  return (
    <div className={styles.panel}>
      {isError && sessions === undefined && <LoadFailure message="The sessions could not be loaded." retry={refetch} />}
      {!isError && sessions === undefined && <Loading label="Loading sessions" skeleton={styles.loading} />}
      {sessions?.length === 0 && <p className={styles.none}>No sessions yet.</p>}
      {sessions !== undefined && sessions.length > 0 && <SessionsTable sessions={sessions} />}
      <Button className={styles.start} onClick={() => setStarting(true)}>
        Start New Session
      </Button>
      {starting && <StartSessionDialog client={client} onClose={() => setStarting(false)} />}
    </div>
  )
}

function SessionsTable({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  return (
    <div className="table-wrap">
      <table className="table stacked" aria-label="Sessions">
        <thead>
          <tr>
            <th scope="col">Session code</th>
            <th scope="col">Type</th>
            <th scope="col">Status</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} data-clickable>
              <td data-label="Session code">
                <Link className="stacked-row-link" to={paths.session(session.client_id, session.session_code)}>
                  <code>{formatSessionCode(session.session_code)}</code>
                </Link>
              </td>
              <td data-label="Type" className={styles.type}>
                {session.session_type}
              </td>
              <td data-label="Status">
                <span>
                  <SessionStatusBadge status={session.status} />
                </span>
              </td>
              <td data-label="Created">{formatShortDate(session.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
