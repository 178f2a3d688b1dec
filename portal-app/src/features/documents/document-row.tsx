import type { SessionForm, SessionFormStatus } from '@agency/contract/session-forms'
import { Link } from 'react-router-dom'
import type { Translate } from '../../shared/language.ts'
import { useMessages } from '../../shared/language.ts'
import { useOpenDocument } from '../../shared/open-document.ts'
import { SendProblem } from '../../shared/problem-notice.tsx'
import { isMarkedDone } from '../../shared/session-forms-api.ts'
import styles from './document-list.module.css'

interface StatusLook {
  readonly tone: 'success' | 'info' | 'warning' | 'neutral'
  readonly text: (t: Translate) => string
}

const review: StatusLook = { tone: 'info', text: (t) => t('clickToReview') }
const completed: StatusLook = { tone: 'success', text: (t) => t('completed') }

const looks: Readonly<Record<SessionFormStatus, StatusLook>> = {
  pending: review,
  sent: review,
  viewed: review,
  signed: completed,
  completed,
  declined: { tone: 'warning', text: (t) => t('declined') },
  voided: { tone: 'neutral', text: (t) => t('voided') },
  expired: { tone: 'neutral', text: (t) => t('expired') },
}

interface DocumentRowProps {
  readonly form: SessionForm
  /** Called when the row is tapped, before the document is opened; not when a touch scrolls the list. */
  readonly onTap: (() => void) | undefined
}

/** The whole row opens the document. The envelope of a DocuSign document is created first. */
export function DocumentRow({ form, onTap }: DocumentRowProps) {
  const t = useMessages()
  const { link, isOpening, error } = useOpenDocument(form)
  const { tone, text } = looks[form.status]
  return (
    <li>
      <Link className={styles.row} onPointerUp={onTap} {...link}>
        <DocumentIcon />
        <span className={styles.text}>
          <span>
            <span className={styles.title}>{form.title?.trim() || t('untitled')}</span>
            {isMarkedDone(form) && <span className={styles.mark}>{t('markedCompleted')}</span>}
            {form.status === 'viewed' && <span className={styles.mark}>{t('opened')}</span>}
          </span>
          <span className="badge" data-tone={tone}>
            {isOpening ? t('openingDocument') : text(t)}
          </span>
        </span>
      </Link>
      {error && <SendProblem error={error} />}
    </li>
  )
}

function DocumentIcon() {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 3.75h8l4.25 4.25v12.25H6zM14 3.75V8h4.25M9 12.5h6M9 16h6" />
    </svg>
  )
}
