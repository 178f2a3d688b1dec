import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { call } from '../../../shared/call'
import { useReminder } from '../../../shared/desk/use-reminder'
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
  const { remind, isPending } = useReminder(
    () => call(sessionFormApi.remind, { params: { id: form.id }, body: null }),
    useRefreshSession(form.session_id),
  )
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      busy={isPending}
      busyLabel="Reminding..."
      aria-disabled={disabled || undefined}
      onClick={() => disabled || remind()}
    >
      {label}
    </Button>
  )
}
