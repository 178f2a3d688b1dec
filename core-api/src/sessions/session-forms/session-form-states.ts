import type { SealedField, SessionFormStatus, UpdateSessionForm } from '@agency/contract/session-forms'
import { isEnded, isOpen } from '@agency/contract/session-state'
import type { SessionFormRow } from './session-form-repository.ts'

const progress = {
  pending: 0,
  sent: 1,
  viewed: 2,
  expired: 3,
  declined: 3,
  voided: 3,
  signed: 4,
  completed: 5,
} as const satisfies Record<SessionFormStatus, number>

/** Whether a change of status asks the client again, who has declined, or from whom the document was taken back. */
export const asksAgain = (from: SessionFormStatus, to: SessionFormStatus | undefined): boolean =>
  to !== undefined && isEnded({ status: from }) && isOpen({ status: to })

/** When staff handed it over, for its first envelope; undefined if they did not, or only set the date. */
export const handedOverAt = ({ was_sent, dates_set, sent_at }: SessionFormRow): string | undefined =>
  was_sent || dates_set.includes('sent_at') ? undefined : (sent_at ?? undefined)

const stepDates = ['sent_at', 'read_at', 'signed_at'] as const

/**
 * A save without a base does not undo what became of the document since its caller loaded it: a status does not go
 * back, and the date of a step is not emptied. A body with a status alone is no copy of a document: somebody asks for
 * that status. A whole one that asks again has the dates of the end that it replaces.
 */
export function onlyForward<Sent extends Omit<UpdateSessionForm, 'session_id' | 'version'>>(
  form: SessionFormRow,
  sent: Sent,
): Sent {
  const given = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 1 && given[0] === 'status') return sent
  const isFixed = (name: SealedField) => form.frozen_fields.includes(name)
  const emptied = stepDates.filter((name) => sent[name] === null && form[name] !== null && !isFixed(name))
  const kept = { ...sent }
  for (const name of emptied) delete kept[name]
  const { status } = sent
  const goesBack = status !== undefined && !isFixed('status') && progress[status] < progress[form.status]
  if (goesBack && !(asksAgain(form.status, status) && emptied.length === 0)) delete kept.status
  return kept
}
