import type { RemindAnswer } from '@agency/contract/session-forms'
import { useEffect } from 'react'
import { create } from 'zustand'
import { CopyButton } from '../controls/copy-button'
import { isDialogOpen } from '../keyboard'
import { Button, Modal } from '../shared-ui'
import { showToast } from '../toasts/toasts'
import styles from './desk.module.css'

/** The outcome of the last reminder until its dialog is closed. The button may leave with the document's state. */
const useOutcome = create<{ readonly answer: RemindAnswer | null; readonly title: string }>(() => ({
  answer: null,
  title: '',
}))

const sentText = 'An email is being sent to the client.'

/** A message is enough where nothing is left to do, unless a dialog covers it. */
export function showReminder(answer: RemindAnswer, title = 'Reminder'): void {
  if (answer.sent && !isDialogOpen()) showToast({ text: sentText })
  else useOutcome.setState({ answer, title })
}

const closeOutcome = (): void => useOutcome.setState({ answer: null })

/** The dialog with the outcome of a reminder, for a page whose buttons may come and go. */
export function ReminderOutcome() {
  const { answer, title } = useOutcome()
  useEffect(() => closeOutcome, [])
  return answer !== null && <ReminderDialog answer={answer} title={title} onClose={closeOutcome} />
}

interface ReminderDialogProps {
  readonly answer: RemindAnswer
  readonly title: string
  readonly onClose: () => void
}

/** The outcome of a reminder: an e-mail was queued, or staff get a text to send themselves. */
function ReminderDialog({ answer, title, onClose }: ReminderDialogProps) {
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={title}
      description={
        answer.sent ? sentText : 'No email can be sent to this client. Copy the text, and send it in another way.'
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
