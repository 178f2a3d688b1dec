import { formatSessionCode } from '@agency/contract/session-code'
import type { SessionSummary } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useReadOnly } from '../../shared/archive/read-only'
import { useRequestedDialog } from '../../shared/dialogs/requested-dialog'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { useOfferedCommand } from '../../shared/page-commands'
import { paths } from '../../shared/paths'
import { progressText } from '../../shared/session-documents'
import { Button } from '../../shared/shared-ui'
import styles from '../../shared/tables/panel.module.css'
import { TableHead } from '../../shared/tables/table-head'
import { identificationLabel } from './identification'
import { SessionCells } from './session-cells'
import { liveSessionsQuery } from './session-queries'
import { type SessionClient, StartSessionDialog } from './start-session-dialog'

export function SessionsPanel({ clientId }: { readonly clientId: string }) {
  const { data: sessions, isError, refetch } = useQuery(liveSessionsQuery(clientId))
  const readOnly = useReadOnly()
  return (
    <div className={styles.panel}>
      {isError && sessions === undefined && <LoadFailure message="The sessions could not be loaded." retry={refetch} />}
      {!isError && sessions === undefined && <Loading label="Loading sessions" skeleton={styles.loading} />}
      {sessions?.length === 0 && (
        <div className={styles.none}>
          <p>No sessions yet.</p>
          {!readOnly && <p>Start New Session invites the client to sign documents.</p>}
        </div>
      )}
      {sessions !== undefined && sessions.length > 0 && <SessionsTable sessions={sessions} />}
    </div>
  )
}

export function StartSession({ client }: { readonly client: SessionClient }) {
  const [requested, request] = useRequestedDialog()
  const start = () => request({ name: 'start-session' })
  useOfferedCommand('Start New Session', start)
  return (
    <>
      <Button onClick={start}>Start New Session</Button>
      {requested?.name === 'start-session' && <StartSessionDialog client={client} onClose={() => request(null)} />}
    </>
  )
}

function SessionsTable({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  return (
    <div className="table-wrap">
      <table className="table stacked" aria-label="Sessions">
        <TableHead columns={['Session code', 'Type', 'Status', 'Created', 'Documents']} />
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} data-clickable>
              <td data-label="Session code">
                <Link className="stacked-row-link" to={paths.session(session.client_id, session.session_code)}>
                  <code>{formatSessionCode(session.session_code)}</code>
                </Link>
              </td>
              <SessionCells session={session} />
              <td data-label="Documents">
                {/* One element: the card of a phone has two columns. */}
                <div>
                  {progressText(session)}
                  {session.identification !== null && (
                    <small className={styles.second}>{identificationLabel(session)}</small>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
