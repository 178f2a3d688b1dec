import type { SessionFormStatus } from '@agency/contract/session-forms'
import type { SessionStatus } from '@agency/contract/sessions'

const done: ReadonlySet<SessionFormStatus> = new Set(['signed', 'completed'])
const ended: ReadonlySet<SessionFormStatus> = new Set([...done, 'declined', 'voided', 'expired'])

/** The part of a document that the session's status is derived from. */
export interface FormState {
  readonly status: SessionFormStatus
  /** The client has signed it, and there is no sealed copy yet. */
  readonly unsealed: boolean
}

/**
 * Derives a session's status from its documents. It is completed only when every signed document is sealed. Two statuses
 * are not derived: `cancelled` is set by staff (session-changes.ts), and `expired` is computed in SQL when the session is
 * read (session-repository.ts, session-list-repository.ts).
 */
export function deriveSessionStatus(forms: readonly FormState[]): SessionStatus {
  if (forms.some(({ status }) => status === 'declined')) return 'declined'
  const isOver = forms.every(({ status, unsealed }) => ended.has(status) && !unsealed)
  if (isOver && forms.some(({ status }) => done.has(status))) return 'completed'
  // A voided document is nothing to sign: with it alone, nothing has begun.
  return forms.every(({ status }) => status === 'pending' || status === 'voided') ? 'not_started' : 'in_progress'
}
