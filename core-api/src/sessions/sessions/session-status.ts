import type { SessionForm } from '@agency/contract/session-forms'
import { isDone, isEnded } from '@agency/contract/session-state'
import type { SessionStatus } from '@agency/contract/sessions'

/** The part of a document that the session's status is derived from. */
export interface FormState {
  readonly status: SessionForm['status']
  /** The client has signed it, and there is no sealed copy yet. */
  readonly unsealed: boolean
}

/**
 * Derives a session's status from its documents. It is completed only when every signed document is sealed. Two statuses
 * are not derived: `cancelled` is set by staff (session-changes.ts), and `expired` is computed when the session is read.
 */
export function deriveSessionStatus(forms: readonly FormState[]): SessionStatus {
  if (forms.some(({ status }) => status === 'declined')) return 'declined'
  const isOver = forms.every((form) => (isDone(form) || isEnded(form)) && !form.unsealed)
  if (isOver && forms.some(isDone)) return 'completed'
  // A voided document is nothing to sign: with it alone, nothing has begun.
  return forms.every(({ status }) => status === 'pending' || status === 'voided') ? 'not_started' : 'in_progress'
}
