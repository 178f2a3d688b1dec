import type { SessionForm } from '@agency/contract/session-forms'
import { DeclineAnswers } from '../../shared/desk/decline-answers'
import { formatMoment } from '../../shared/formatting'
import { isDeclined } from '../../shared/session-documents'
import { Button } from '../../shared/shared-ui'
import styles from './document-notice.module.css'

interface DeclinedNoticeProps {
  readonly form: SessionForm
  readonly phone: string | null
  /** Whether offering it again is the page's primary action. */
  readonly primary?: boolean
  readonly onReplace: () => void
  /** Opens the document's dialog. Not given inside that dialog. */
  readonly onOpen?: () => void
}

/** That the client declined a document: who, when, from where and why, and what staff can do. Renders nothing for others. */
export function DeclinedNotice({ form, phone, primary = false, onReplace, onOpen }: DeclinedNoticeProps) {
  const { title, declined_at: at, declined_by: by, declined_from: from, decline_reason: reason } = form
  if (at === null) return null
  const { asked_again_at: again, asked_again_by: asker } = form
  return (
    <div className={`notice ${styles.notice}`} data-tone={isDeclined(form) ? 'danger' : 'info'} role="status">
      <p>
        <strong>{title || 'Untitled'}</strong> was declined by {by ?? 'the client'}, {formatMoment(at)}
        {from === null ? ', on the site of the e-signature provider.' : `, from ${from}.`}
        {again !== null && ` Asked again by ${asker ?? 'a former admin'}, ${formatMoment(again)}.`}
        {reason !== null && <span className={styles.reason}>Reason: {reason}</span>}
      </p>
      <div className={styles.actions}>
        {isDeclined(form) && <DeclineAnswers declined={form} phone={phone} primary={primary} onReplace={onReplace} />}
        {onOpen !== undefined && (
          <Button variant="secondary" onClick={onOpen}>
            Open Document
          </Button>
        )}
      </div>
    </div>
  )
}
