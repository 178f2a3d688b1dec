import type { SessionForm } from '@agency/contract/session-forms'
import { isDone, isEnded } from '@agency/contract/session-state'
import type { SessionStatus } from '@agency/contract/sessions'

export interface FormState {
  readonly status: SessionForm['status']
  /** The client has signed it, and there is no sealed copy yet. */
  readonly unsealed: boolean
}

/** Completed only when every signed document is sealed. `cancelled` is set (session-changes.ts), `expired` computed. */
export function deriveSessionStatus(forms: readonly FormState[]): SessionStatus {
  if (forms.some(({ status }) => status === 'declined')) return 'declined'
  const isOver = forms.every((form) => (isDone(form) || isEnded(form)) && !form.unsealed)
  if (isOver && forms.some(isDone)) return 'completed'
  // A voided document is nothing to sign: with it alone, nothing has begun.
  return forms.every(({ status }) => status === 'pending' || status === 'voided') ? 'not_started' : 'in_progress'
}
