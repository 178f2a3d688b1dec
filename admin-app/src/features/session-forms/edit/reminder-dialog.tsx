import type { RemindAnswer } from '@agency/contract/session-forms'
import { CopyButton } from '../../../shared/controls/copy-button'
import { Button, Modal } from '../../../shared/shared-ui'
import styles from './remind-button.module.css'

interface ReminderDialogProps {
  readonly answer: RemindAnswer
  readonly onClose: () => void
}

/** What became of a reminder: an e-mail that is on its way, or a text that staff pass on themselves. */
export function ReminderDialog({ answer, onClose }: ReminderDialogProps) {
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Reminder"
      description={
        answer.sent
          ? 'An e-mail is on its way to the client.'
          : 'No e-mail can be sent to this client. Copy the text, and send it in another way.'
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
