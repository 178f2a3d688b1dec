import type { SessionFormStatus } from '@agency/contract/session-forms'
import type { SessionStatus } from '@agency/contract/sessions'

const done: ReadonlySet<SessionFormStatus> = new Set(['signed', 'completed'])
const ended: ReadonlySet<SessionFormStatus> = new Set([...done, 'declined', 'voided', 'expired'])

/** The state of a document that its session's status depends on. */
export interface FormState {
  readonly status: SessionFormStatus
  /** The client has signed it, and there is no sealed copy yet. */
  readonly unsealed: boolean
}

/** Derives a session's status from its documents. It is completed only when every signed document is sealed. */
export function deriveSessionStatus(forms: readonly FormState[]): SessionStatus {
  if (forms.some(({ status }) => status === 'declined')) return 'declined'
  const isOver = forms.every(({ status, unsealed }) => ended.has(status) && !unsealed)
  if (isOver && forms.some(({ status }) => done.has(status))) return 'completed'
  return forms.every(({ status }) => status === 'pending') ? 'not_started' : 'in_progress'
}
