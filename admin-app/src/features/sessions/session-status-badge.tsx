import type { SessionStatus } from '@agency/contract/sessions'
import { statusText, statusTone } from './session-status'

/** How a session stands. */
export function SessionStatusBadge({ status }: { readonly status: SessionStatus }) {
  return (
    <span className="badge" data-tone={statusTone[status]}>
      {statusText(status)}
    </span>
  )
}
