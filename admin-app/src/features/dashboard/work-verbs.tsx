import { type ClientListItem, clientApi } from '@agency/contract/clients'
import { sessionReminderApi } from '@agency/contract/session-forms'
import type { SessionListItem } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../shared/call'
import { today } from '../../shared/dates/today'
import { CallLink } from '../../shared/desk/call-link'
import desk from '../../shared/desk/desk.module.css'
import { useRefreshWork } from '../../shared/desk/refresh-work'
import { useReminder } from '../../shared/desk/use-reminder'
import { requestState } from '../../shared/dialogs/requested-dialog'
import { alertRefusal, onConflict } from '../../shared/dialogs/save-dialog'
import { clientName, formatLongDate } from '../../shared/formatting'
import { Button } from '../../shared/shared-ui'
import { showToast } from '../../shared/toasts/toasts'
import { usePermission } from '../../shared/use-permission'

/** Calls the client of a session, or reminds them. */
export function SessionVerbs({ session }: { readonly session: SessionListItem }) {
  const refresh = useRefreshWork()
  const mayWrite = usePermission('sessions.write')
  const { remind, isPending } = useReminder(
    () => call(sessionReminderApi.remind, { params: { code: session.session_code } }),
    refresh,
  )
  return (
    <>
      <CallLink phone={session.client_phone} />
      {mayWrite && (
        <Button variant="secondary" data-key="r" busy={isPending} busyLabel="Reminding..." onClick={remind}>
          Remind
        </Button>
      )}
    </>
  )
}

interface UnsentVerbProps {
  /** The session's page. */
  readonly page: string
  /** Whether the session has all that it needs to be sent. */
  readonly isReady: boolean
}

/** Leads on with a session that the client does not have yet: to its dialog *Send*, else to what it lacks. */
export function UnsentVerb({ page, isReady }: UnsentVerbProps) {
  const mayWrite = usePermission('sessions.write')
  if (!mayWrite) return null
  return (
    <Link to={page} state={isReady ? requestState({ name: 'send-session' }) : null} className={desk.call}>
      {isReady ? 'Send' : 'Open'}
    </Link>
  )
}

/** In how many days a snoozed follow-up comes back. */
const snoozes = [
  { days: 1, label: 'Snooze a day' },
  { days: 7, label: 'Snooze a week' },
] as const

/** Calls the client, moves the date of the follow-up, or removes it. Each change can be undone. */
export function FollowUpVerbs({ client }: { readonly client: ClientListItem }) {
  const mayWrite = usePermission('clients.write')
  const { move, moving } = useFollowUp(client)
  return (
    <>
      <CallLink phone={client.primary_phone} />
      {mayWrite && (
        <>
          <Button variant="secondary" data-key="d" aria-disabled={moving} onClick={() => move(null)}>
            Done
          </Button>
          {snoozes.map(({ days, label }) => (
            <Button
              key={days}
              variant="secondary"
              data-key={days === 1 ? 's' : 'w'}
              aria-disabled={moving}
              title={`Until ${formatLongDate(inDays(days))}`}
              onClick={() => move(inDays(days))}
            >
              {label}
            </Button>
          ))}
        </>
      )}
    </>
  )
}

/** A day so many days from today, `YYYY-MM-DD`. */
function inDays(days: number): string {
  const now = new Date()
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}

interface Move {
  readonly to: string | null
  readonly from: string | null
  /** The version of the record that it is based on. */
  readonly version: number
  readonly isUndo: boolean
}

function useFollowUp(client: ClientListItem) {
  const queryClient = useQueryClient()
  const name = clientName(client) || 'the client'
  // As options of the hook: a row is gone before options of `mutate` are called.
  const { mutate, isPending } = useMutation({
    mutationFn: ({ to, version }: Move) =>
      call(clientApi.update, { params: { id: client.id }, version, body: { next_f_u_date: to } }),
    onSuccess: ({ version }, { to, from, isUndo }) => {
      if (isUndo) return
      showToast({
        text: to === null ? `Follow-up with ${name} done.` : `${name}: follow up on ${formatLongDate(to)}.`,
        undo: () => mutate({ to: from, from: to, version, isUndo: true }),
      })
    },
    onError: (error) =>
      alertRefusal(
        'The follow-up could not be changed. Please try again.',
        error,
        onConflict('Someone else changed this follow-up meanwhile. You now see its current date.'),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['clients'] }),
  })
  const move = (to: string | null) => {
    if (!isPending) mutate({ to, from: client.next_f_u_date, version: client.version, isUndo: false })
  }
  return { move, moving: isPending }
}

interface ProposalVerbsProps {
  readonly client: ClientListItem
  readonly dialog: (client: ClientListItem, onClose: () => void) => ReactNode
}

/** Calls the client, or decides on what they propose. */
export function ProposalVerbs({ client, dialog }: ProposalVerbsProps) {
  const [deciding, setDeciding] = useState(false)
  const mayWrite = usePermission('clients.write')
  return (
    <>
      <CallLink phone={client.primary_phone} />
      {mayWrite && (
        <Button variant="secondary" data-key="a" onClick={() => setDeciding(true)}>
          Accept or Dismiss
        </Button>
      )}
      {deciding && dialog(client, () => setDeciding(false))}
    </>
  )
}
