import { hasEnded } from '@agency/contract/policy-terms'
import { brokenRow, nothingNew, type RowReading, type RowValues } from '../mapping/row-values.ts'
import type { SheetRow } from '../reading/table.ts'
import { changedFields, valuesLeft } from '../row-changes.ts'
import type { Verdict } from './check-policies.ts'
import type { Families, Placed } from './families.ts'
import { type Kin, kinReader } from './kin.ts'
import { readStatus } from './policy-choices.ts'
import type { ReadPolicy } from './read-policy.ts'

/** Tells who of a family a row is, if a column says it; `unknown` for a word that is not known. */
export function kinOfRows(
  { plan, width }: Pick<RowReading, 'plan' | 'width'>,
  columns: readonly { readonly values: readonly string[]; readonly words?: readonly string[] }[],
): (row: SheetRow) => Kin | 'unknown' | undefined {
  const at = plan.mapping.indexOf('relationship')
  if (at < 0) return () => undefined
  const { values = [], words = values } = columns[at] ?? {}
  const readKin = kinReader(words)
  return (row) => {
    const text = row.cells[at]?.trim() ?? ''
    return text === '' || brokenRow(row, width) !== undefined ? 'self' : (readKin(text) ?? 'unknown')
  }
}

/** The place of a row in the family of another one. Its values get a note or a question if it has none. */
export function placeRow(
  families: Families,
  kin: Kin | 'unknown' | undefined,
  values: RowValues,
  ofPolicy: ReadPolicy,
): Placed | undefined {
  const { brought: policy } = ofPolicy
  const { otherId } = values
  if (kin === undefined || kin === 'self') return undefined
  if (kin === 'unknown') {
    const subscriber = families.subscriberOf(policy, otherId)
    values.notes.push({ field: 'relationship', message: 'is a word that is not known, or that may mean several' })
    if (subscriber) values.question = `may be of the family of ${nameOf(subscriber)}: a client, or none`
    return undefined
  }
  const subscriber = families.subscriberOf(policy, otherId)
  const isLeft = hasEnded(readStatus(policy['policy.status'] ?? ''))
  if (subscriber && isLeft && !hasEnded(readStatus(subscriber.policy['policy.status'] ?? ''))) {
    values.question = `is a ${kin} of ${nameOf(subscriber)} whose cover has ended: a client, or none`
    return undefined
  }
  const placed = families.place({ ...values, policy }, kin)
  if (!placed) values.question = `is a ${kin} without a known subscriber: a client, or none`
  return placed
}

const nameOf = ({ number }: Placed['subscriber']): string => (number === null ? 'a known client' : `row ${number}`)

/** A spouse or dependent fills the record of the subscriber. Its reasons name the values that are left out. */
export function judgePlaced(
  { subscriber, kin, fields, family, left }: Placed,
  { problems, notes }: RowValues,
  { plan }: RowReading,
  ofPolicy: ReadPolicy,
): Verdict {
  const message = `is the ${kin} of ${nameOf(subscriber)}: goes to that record, and its policy covers them`
  const taken = changedFields(fields, family, { fillOnly: true, isTwice: true })
  const isFault = problems.length > 0 && !plan.leave_out_faults
  const said = taken.length > 0 ? [message] : [message, nothingNew]
  const reasons = [
    ...said.map((text) => ({ field: '', message: text })),
    ...valuesLeft(fields, family, { taken, above: null }),
    ...left.map(({ field }) => ({ field, message: 'has no place there, and is left out' })),
    ...ofPolicy.problems,
    ...ofPolicy.notes,
  ]
  return {
    outcome: isFault ? 'fault' : taken.length > 0 ? 'update' : 'skip',
    reasons: [...problems, ...notes, ...(isFault ? [] : reasons)],
    client_id: subscriber.clientId,
    same_as: subscriber.number,
    candidates: [],
    question: null,
  }
}
