import type { SessionReminders } from '@agency/contract/session-reminders'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { formatMoment } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { Button } from '../../../shared/shared-ui'
import { planText } from './plan-text'
import { ReminderPlanDialog } from './reminder-plan-dialog'
import { remindersKey, remindersQuery, updateReminders } from './reminder-queries'
import styles from './reminders-card.module.css'

const kinds = { reminder: 'Reminder', 'last-day': 'Last-day message' } as const

/** The reminder schedule of a session: what comes next, what was sent, and the way to pause or change it. */
export function RemindersCard({ session }: { readonly session: Session }) {
  const { data, isError, refetch } = useQuery(remindersQuery(session))
  const readOnly = useReadOnly()
  // As it was when the dialog opened: no answer of the server closes a dialog in which somebody types.
  const [edited, setEdited] = useState<SessionReminders | null>(null)
  return (
    <section className="card" aria-label="Reminders">
      <header className="card-header">
        <h2>Reminders</h2>
        {data !== undefined && !readOnly && (
          <ReminderActions session={session} reminders={data} onEdit={() => setEdited(data)} />
        )}
      </header>
      {data === undefined && !isError && <Loading label="Loading reminders" skeleton={styles.loading} />}
      {data === undefined && isError && <LoadFailure message="The reminders could not be loaded." retry={refetch} />}
      {data !== undefined && <Schedule reminders={data} />}
      {edited !== null && <ReminderPlanDialog session={session} reminders={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

function Schedule({ reminders }: { readonly reminders: SessionReminders }) {
  const { plan, default_plan, sent } = reminders
  return (
    <>
      <p className={styles.state}>{stateText(reminders)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Plan{plan === null && ' (agency default)'}</dt>
          <dd>{planText(plan ?? default_plan)}</dd>
        </div>
        <div>
          <dt>Client’s time zone</dt>
          <dd>{reminders.time_zone.replaceAll('_', ' ')}</dd>
        </div>
        {sent.length > 0 && (
          <div>
            <dt>Sent</dt>
            <dd>
              <ul className={styles.sent}>
                {sent.map(({ kind, at }) => (
                  <li key={at}>
                    {kinds[kind]}, {formatMoment(at)}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

function stateText({ state, next }: SessionReminders): string {
  if (next !== null) return `Next: ${kinds[next.kind].toLowerCase()}, ${formatMoment(next.at)}.`
  return texts[state]
}

const texts: Readonly<Record<SessionReminders['state'], string>> = {
  'not-sent': 'Reminders start when you send the session.',
  'by-hand': 'You sent this session by hand, so there are no automatic reminders.',
  running: 'No reminder is planned.',
  paused: 'Paused. No reminders go out.',
  'opted-out': 'Stopped: the client asked for no text messages. Send the session by email instead.',
  undelivered: 'Stopped: the last message could not be delivered.',
  ended: 'No more reminders: all were sent, or the session is signed, declined or over, or ends before the next one.',
}

interface ReminderActionsProps {
  readonly session: Session
  readonly reminders: SessionReminders
  readonly onEdit: () => void
}

function ReminderActions({ session, reminders, onEdit }: ReminderActionsProps) {
  const queryClient = useQueryClient()
  const pause = useMutation({
    mutationFn: (paused: boolean) => updateReminders(session.session_code, reminders, { paused }),
    onError: (error) => alertFailure('The reminders could not be changed. Please try again.', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: remindersKey(session.session_code) }),
  })
  const { paused } = reminders
  return (
    <div className={styles.actions}>
      <Button variant="secondary" aria-label="Change reminders" onClick={onEdit}>
        Change
      </Button>
      <Button variant="secondary" busy={pause.isPending} onClick={() => pause.mutate(!paused)}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </div>
  )
}
