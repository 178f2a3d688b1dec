import type { SessionStatus } from '@agency/contract/sessions'

/** A status as a text: underscores become spaces. */
export const statusText = (status: SessionStatus): string => status.replaceAll('_', ' ')

const tones: Readonly<Record<SessionStatus, string | undefined>> = {
  not_started: undefined,
  in_progress: 'info',
  completed: 'success',
  declined: 'danger',
  expired: 'warning',
  cancelled: undefined,
}

/** A session's status as a badge. */
export function SessionStatusBadge({ status }: { readonly status: SessionStatus }) {
  return (
    <span className="badge" data-tone={tones[status]}>
      {statusText(status)}
    </span>
  )
}
