import type { SessionFormStatus } from 'contract/session-forms'
import type { SessionStatus } from 'contract/sessions'

const done: ReadonlySet<SessionFormStatus> = new Set(['signed', 'completed'])
const ended: ReadonlySet<SessionFormStatus> = new Set([...done, 'declined', 'voided', 'expired'])

/** What a session's documents say of the session as a whole. */
export function deriveSessionStatus(forms: SessionFormStatus[]): SessionStatus {
  if (forms.includes('declined')) return 'declined'
  if (forms.length > 0 && forms.every((status) => ended.has(status)) && forms.some((status) => done.has(status))) {
    return 'completed'
  }
  return forms.every((status) => status === 'pending') ? 'not_started' : 'in_progress'
}
