import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { showReminder } from '../../../shared/desk/reminder-outcome'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { useSubmission } from '../../../shared/dialogs/submission'
import { Button } from '../../../shared/shared-ui'
import { useRefreshSession } from '../session-form-state'

interface RemindButtonProps {
  readonly form: SessionForm
  readonly label?: string
  /** Whether it is the page's primary action. */
  readonly primary?: boolean
  /** Whether it only keeps its place. */
  readonly disabled?: boolean
}

/** Reminds the client of a document. `ReminderOutcome` of the page shows the outcome. */
export function RemindButton({ form, label = 'Remind', primary = false, disabled = false }: RemindButtonProps) {
  const refresh = useRefreshSession(form.session_id)
  const remind = useMutation({
    mutationFn: () => call(sessionFormApi.remind, { params: { id: form.id }, body: null }),
    onSuccess: async (answer) => {
      showReminder(answer)
      await refresh()
    },
    onError: (error) => {
      const body = readRefusal(error)?.body
      if (body?.code === 'WRONG_STATE') return alert(body.message)
      return alertFailure('Failed to remind the client. Please try again.', error)
    },
  })
  const submission = useSubmission(remind.isPending, String(remind.submittedAt))
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      busy={remind.isPending}
      busyLabel="Reminding..."
      aria-disabled={disabled || undefined}
      onClick={() => disabled || submission(remind.mutate)}
    >
      {label}
    </Button>
  )
}
