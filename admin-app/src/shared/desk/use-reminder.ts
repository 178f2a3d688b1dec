import type { RemindAnswer } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { alertRefusal, serverMessage } from '../dialogs/save-dialog'
import { useSubmission } from '../dialogs/submission'
import { showReminder } from './reminder-outcome'

interface Reminder {
  /** Reminds the client, unless the last press is still being worked on. */
  readonly remind: () => void
  readonly isPending: boolean
}

/** `ReminderOutcome` shows the outcome. @param refresh reads again what the reminder changes */
export function useReminder(send: () => Promise<RemindAnswer>, refresh: () => Promise<unknown>): Reminder {
  const { mutate, isPending, submittedAt } = useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      showReminder(answer)
      await refresh()
    },
    onError: (error) =>
      alertRefusal('Failed to remind the client. Please try again.', error, serverMessage('WRONG_STATE')),
  })
  const submission = useSubmission(isPending, String(submittedAt))
  return { remind: () => submission(mutate), isPending }
}
