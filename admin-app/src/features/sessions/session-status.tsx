import type { SessionStatus, SessionSummary } from '@agency/contract/sessions'
import { declineText, ManualMark, markText } from '../../shared/manual-mark'

/** A status as a text: underscores become spaces. */
const statusText = (status: SessionStatus): string => status.replaceAll('_', ' ')

const tones: Readonly<Record<SessionStatus, string | undefined>> = {
  not_started: undefined,
  in_progress: 'info',
  completed: 'success',
  declined: 'danger',
  expired: 'warning',
  cancelled: undefined,
}

type Shown = Pick<
  SessionSummary,
  'status' | 'marked_at' | 'marked_by' | 'declined_at' | 'asked_again_at' | 'asked_again_by'
>

/** A session's status as a badge. It has no colour, and a mark beside it, if staff set a document's status by hand. */
export function SessionStatusBadge({ session }: { readonly session: Shown }) {
  const { status, marked_at, marked_by } = session
  const decline = declineText(session)
  return (
    <span>
      <span className="badge" data-tone={marked_at === null ? tones[status] : undefined}>
        {statusText(status)}
      </span>
      {marked_at !== null && <ManualMark>Document {markText('marked', marked_by, marked_at)}</ManualMark>}
      {decline !== null && <ManualMark>{decline}</ManualMark>}
    </span>
  )
}
