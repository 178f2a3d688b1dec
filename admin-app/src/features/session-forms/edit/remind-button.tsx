import { type RemindAnswer, type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { CopyButton } from '../../../shared/controls/copy-button'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { useSubmission } from '../../../shared/dialogs/submission'
import { Button, Modal } from '../../../shared/shared-ui'
import { useRefreshSession } from '../session-form-state'
import styles from './remind-button.module.css'

/** The outcome of the last reminder until its dialog is closed. The button may leave with the document's state. */
const useOutcome = create<{ readonly answer: RemindAnswer | null }>(() => ({ answer: null }))

const closeOutcome = (): void => useOutcome.setState({ answer: null })

interface RemindButtonProps {
  readonly form: SessionForm
  readonly label?: string
  /** Whether it is the page's primary action. */
  readonly primary?: boolean
  /** Whether it only keeps its place. */
  readonly disabled?: boolean
}

/** Reminds the client of a document. `ReminderOutcome` shows the outcome. */
export function RemindButton({ form, label = 'Remind', primary = false, disabled = false }: RemindButtonProps) {
  const refresh = useRefreshSession(form.session_id)
  const remind = useMutation({
    mutationFn: () => call(sessionFormApi.remind, { params: { id: form.id } }),
    onSuccess: async (answer) => {
      useOutcome.setState({ answer })
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

/** The dialog with the outcome of a reminder, for a page whose buttons may come and go. */
export function ReminderOutcome() {
  const answer = useOutcome((state) => state.answer)
  useEffect(() => closeOutcome, [])
  return answer !== null && <ReminderDialog answer={answer} onClose={closeOutcome} />
}

interface ReminderDialogProps {
  readonly answer: RemindAnswer
  readonly onClose: () => void
}

/** The outcome of a reminder: an e-mail was queued, or staff get a text to send themselves. */
function ReminderDialog({ answer, onClose }: ReminderDialogProps) {
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Reminder"
      description={
        answer.sent
          ? 'An email is being sent to the client.'
          : 'No email can be sent to this client. Copy the text, and send it in another way.'
      }
      size="small"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {answer.sent ? null : (
        <div className={styles.message}>
          <p className={styles.text}>{answer.text}</p>
          <CopyButton text={answer.text} label="Copy reminder" caption="Copy" />
        </div>
      )}
    </Modal>
  )
}
