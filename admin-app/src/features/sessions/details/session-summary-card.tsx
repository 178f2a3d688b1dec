import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Trash from 'lucide-react/icons/trash'
import { useReadOnly } from '../../../shared/archive/read-only'
import { ActionMenu } from '../../../shared/controls/action-menu'
import { alert, alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { useRequestedDialog } from '../../../shared/dialogs/requested-dialog'
import { formatMoment } from '../../../shared/formatting'
import { useArrival } from '../../../shared/loading/use-arrival'
import { persistState } from '../../../shared/persist-draft'
import { ProgressLine } from '../../../shared/progress/progress-line'
import { sessionSteps } from '../../../shared/progress/progress-steps'
import {
  lastUpdatedAt,
  nextStepOf,
  progressOf,
  progressText,
  sessionFormsQuery,
  stateOf,
} from '../../../shared/session-documents'
import { SessionStatusBadge } from '../../../shared/session-status'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { SendSessionDialog } from '../messages/send-session-dialog'
import { changedMeanwhile, isEditConflict, sessionsKey, updateSession } from '../session-queries'
import { ClientAccess } from './client-access'
import { EditSessionDialog } from './edit-session-dialog'
import styles from './session-summary-card.module.css'

const useEditing = persistState<boolean>()
const noForms: readonly SessionForm[] = []

interface SessionSummaryCardProps {
  readonly session: Session
  readonly onArchive: () => void
  readonly onDelete: () => void
}

/** The status of a session, the client's access to it, and the next step where it is about them. */
export function SessionSummaryCard({ session, onArchive, onDelete }: SessionSummaryCardProps) {
  const { data, isError } = useQuery(sessionFormsQuery(session.id))
  const arrived = useArrival(data)
  const forms = arrived ?? noForms
  const session_state = stateOf(session, forms)
  // Until the documents have arrived, `forms` is empty: the step is then `reopen` or `add`. This card shows only the
  // first of these.
  const step = nextStepOf(session, forms)
  const [editing, setEditing] = useEditing(session.id, false)
  const [requested, request] = useRequestedDialog()
  const readOnly = useReadOnly()
  const mayDelete = usePermission('clients.delete')
  return (
    <section className="card" aria-label="Session summary">
      <header className="card-header">
        <h2>Session</h2>
        {!readOnly && (
          <div className={styles.actions}>
            <div className={styles.step}>
              {step === 'reopen' && <ReopenButton session={session} />}
              {(step === 'invite' || step === 'remind') && (
                <Button
                  variant={step === 'invite' ? 'primary' : 'secondary'}
                  onClick={() => request({ name: 'send-session' })}
                >
                  {step === 'invite' ? 'Send' : 'Send Again'}
                </Button>
              )}
              {step === 'passcode' && <Button onClick={() => setEditing(true)}>Set Passcode</Button>}
            </div>
            <Button variant="secondary" onClick={() => setEditing(true)}>
              Edit Session Info
            </Button>
            <ActionMenu
              label="More actions"
              actions={[
                { label: 'Archive', icon: <Archive size={16} />, onChoose: onArchive },
                ...(mayDelete
                  ? [{ label: 'Delete for good', icon: <Trash size={16} />, danger: true, onChoose: onDelete }]
                  : []),
              ]}
            />
          </div>
        )}
      </header>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <SessionStatusBadge session={{ ...session, session_state }} />
          </dd>
        </div>
        <div>
          <dt>Documents</dt>
          <dd>{progressText(arrived === undefined ? session : progressOf(arrived))}</dd>
        </div>
        <div className={styles.progress}>
          <dt>Progress</dt>
          <dd>
            {arrived === undefined && !isError ? (
              <span className={`skeleton ${styles.steps}`} />
            ) : (
              <ProgressLine label="Progress of the session" steps={sessionSteps(session, forms)} />
            )}
          </dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>{formatMoment(session.expires_at)}</dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{formatMoment(lastUpdatedAt(session, forms))}</dd>
        </div>
      </dl>
      <ClientAccess session={session} />
      {requested?.name === 'send-session' && !readOnly && (
        <SendSessionDialog session={session} onClose={() => request(null)} />
      )}
      {editing && !readOnly && <EditSessionDialog session={session} onClose={() => setEditing(false)} />}
    </section>
  )
}

function ReopenButton({ session }: { readonly session: Session }) {
  const queryClient = useQueryClient()
  const reopen = useMutation({
    mutationFn: () => updateSession(session, { cancelled: false }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
    onError: async (error) => {
      if (!isEditConflict(error)) return alertFailure('The session could not be reopened. Please try again.', error)
      await queryClient.invalidateQueries({ queryKey: sessionsKey })
      await alert(changedMeanwhile)
    },
  })
  const askAndReopen = async () => {
    const question = 'Reopen this session? The client can open it again.'
    if (await confirm(question, { confirmLabel: 'Reopen Session' })) reopen.mutate()
  }
  return (
    <Button busy={reopen.isPending} busyLabel="Reopening..." onClick={() => void askAndReopen()}>
      Reopen Session
    </Button>
  )
}
