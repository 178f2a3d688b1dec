import { formatSessionCode } from '@agency/contract/session-code'
import type { Session } from '@agency/contract/sessions'
import { useState } from 'react'
import { CopyButton } from '../../../shared/controls/copy-button'
import { useEnvironment } from '../../../shared/environment'
import { formatMoment } from '../../../shared/formatting'
import { persistState } from '../../../shared/persist-draft'
import { Button } from '../../../shared/shared-ui'
import { SessionStatusBadge } from '../session-status'
import { ClientLinkActions } from './client-link-actions'
import { EditSessionDialog } from './edit-session-dialog'
import styles from './session-summary-card.module.css'

const useEditing = persistState<boolean>()

/** The status of a session and the client's access data. */
export function SessionSummaryCard({ session }: { readonly session: Session }) {
  const { portalUrl } = useEnvironment()
  const clientLink = `${portalUrl}${session.session_code}`
  const [editing, setEditing] = useEditing(session.id, false)
  return (
    <section className="card" aria-label="Session summary">
      <header className="card-header">
        <h2>Session</h2>
        <Button variant="secondary" onClick={() => setEditing(true)}>
          Edit Session Info
        </Button>
      </header>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <SessionStatusBadge session={session} />
          </dd>
        </div>
        <div>
          <dt>Session code</dt>
          <dd>
            <code>{formatSessionCode(session.session_code)}</code>
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>Client link</dt>
          <dd className={styles.row}>
            <a href={clientLink} target="_blank" rel="noopener noreferrer">
              {clientLink}
            </a>
            <ClientLinkActions session={session} link={clientLink} />
          </dd>
        </div>
        <div>
          <dt>Passcode</dt>
          <dd className={styles.row}>{session.passcode === null ? 'N/A' : <Passcode passcode={session.passcode} />}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>{formatMoment(session.expires_at)}</dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{lastUpdated(session)}</dd>
        </div>
      </dl>
      {editing && <EditSessionDialog session={session} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** Hidden by default: screens can be seen by others in an office. */
function Passcode({ passcode }: { readonly passcode: string }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <code>{shown ? passcode : '••••••••'}</code>
      <button
        type="button"
        className="link-button"
        aria-label={shown ? 'Hide passcode' : 'Show passcode'}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
      <CopyButton text={passcode} label="Copy passcode" />
    </>
  )
}

/** The contract requires created_at, so there is always a date. */
const lastUpdated = ({ submitted_at, created_at }: Session): string => formatMoment(submitted_at ?? created_at)
