import type { SessionFormStatus } from '@agency/contract/session-forms'

const tones: Readonly<Record<SessionFormStatus, string | undefined>> = {
  pending: undefined,
  sent: 'info',
  viewed: 'info',
  signed: 'success',
  completed: 'success',
  declined: 'danger',
  voided: 'danger',
  expired: 'warning',
}

/** How a document stands. */
export function StatusBadge({ status }: { readonly status: SessionFormStatus }) {
  return (
    <span className="badge" data-tone={tones[status]}>
      {status}
    </span>
  )
}
