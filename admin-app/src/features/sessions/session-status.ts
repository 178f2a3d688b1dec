import type { SessionStatus } from '@agency/contract/sessions'

/** A status as people read it: underscores as spaces. */
export const statusText = (status: SessionStatus): string => status.replaceAll('_', ' ')

/** The badge's tone for each status. */
export const statusTone: Readonly<Record<SessionStatus, string | undefined>> = {
  not_started: undefined,
  in_progress: 'info',
  completed: 'success',
  declined: 'danger',
  expired: 'warning',
  cancelled: undefined,
}
