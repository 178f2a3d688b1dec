import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Trash2 from 'lucide-react/icons/trash-2'
import { useReadOnly } from '../../../shared/archive/read-only'
import { ActionMenu } from '../../../shared/controls/action-menu'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { formatMoment } from '../../../shared/formatting'
import { persistState } from '../../../shared/persist-draft'
import { lastUpdatedAt, nextStepOf, sessionFormsQuery } from '../../../shared/session-documents'
import { Button } from '../../../shared/shared-ui'
import { SessionStatusBadge } from '../session-status'
import { sessionsKey, updateSession } from '../sessions-api'
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
  const { data: loaded } = useQuery(sessionFormsQuery(session.id))
  const forms = loaded ?? noForms
  const step = loaded === undefined ? null : nextStepOf(session, loaded)
  const [editing, setEditing] = useEditing(session.id, false)
  const readOnly = useReadOnly()
  return (
    <section className="card" aria-label="Session summary">
      <header className="card-header">
        <h2>Session</h2>
        {!readOnly && (
          <div className={styles.actions}>
            <Button variant="secondary" onClick={() => setEditing(true)}>
              Edit Session Info
            </Button>
            {step === 'reopen' && <ReopenButton session={session} />}
            {step === 'passcode' && <Button onClick={() => setEditing(true)}>Set Passcode</Button>}
            <ActionMenu
              label="More actions"
              actions={[
                { label: 'Archive', icon: <Archive size={16} aria-hidden="true" />, onChoose: onArchive },
                { label: 'Delete for good', icon: <Trash2 size={16} aria-hidden="true" />, onChoose: onDelete },
              ]}
            />
          </div>
        )}
      </header>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <SessionStatusBadge session={session} />
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
      <ClientAccess session={session} invite={step === 'invite' && !readOnly} />
      {editing && !readOnly && <EditSessionDialog session={session} onClose={() => setEditing(false)} />}
    </section>
  )
}

function ReopenButton({ session }: { readonly session: Session }) {
  const queryClient = useQueryClient()
  const reopen = useMutation({
    mutationFn: () => updateSession(session, { cancelled: false }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
    onError: (error) => alertFailure('The session could not be reopened. Please try again.', error),
  })
  return (
    <Button busy={reopen.isPending} busyLabel="Reopening..." onClick={() => reopen.mutate()}>
      Reopen Session
    </Button>
  )
}
