import type { SessionState } from '@agency/contract/session-state'
import type { SessionSummary } from '@agency/contract/sessions'
import { declineText, ManualMark, markText } from './manual-mark'

/** The status of each state as a text, with spaces. A session that was handed over is more than not started. */
const looks: Readonly<Record<SessionState, { readonly text: string; readonly tone?: string }>> = {
  draft: { text: 'not started' },
  sent: { text: 'sent', tone: 'info' },
  opened: { text: 'in progress', tone: 'info' },
  partly_done: { text: 'in progress', tone: 'info' },
  completed: { text: 'completed', tone: 'success' },
  declined: { text: 'declined', tone: 'danger' },
  expired: { text: 'expired', tone: 'warning' },
  cancelled: { text: 'cancelled' },
}

type Shown = Pick<
  SessionSummary,
  'status' | 'session_state' | 'marked_at' | 'marked_by' | 'declined_at' | 'asked_again_at' | 'asked_again_by'
>

/** A session's state as a badge. It has no colour, and a mark beside it, if staff set a document's status by hand. */
export function SessionStatusBadge({ session }: { readonly session: Shown }) {
  const { status, session_state, marked_at, marked_by } = session
  // The progress of an ended session says who ended it, and when.
  const marked = status === 'cancelled' ? null : marked_at
  const { text, tone } = looks[session_state]
  const decline = declineText(session)
  return (
    <span>
      <span className="badge" data-tone={marked === null ? tone : undefined}>
        {text}
      </span>
      {marked !== null && <ManualMark>Document {markText('marked', marked_by, marked)}</ManualMark>}
      {decline !== null && <ManualMark>{decline}</ManualMark>}
    </span>
  )
}
