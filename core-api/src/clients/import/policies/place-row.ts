import { brokenRow, nothingNew, type RowReading, type RowValues } from '../mapping/row-values.ts'
import type { SheetRow } from '../reading/table.ts'
import { changedFields } from '../row-changes.ts'
import type { Verdict } from './check-policies.ts'
import { type Families, type Placed, readKin } from './families.ts'
import type { BroughtPolicy } from './read-policy.ts'

interface ReadRow {
  /** Gets a note of a word that is not known, or the question of a row without a subscriber. */
  values: RowValues
  policy: BroughtPolicy
  reading: RowReading
}

/**
 * The place of a row in the family of another one.
 * @returns `isSelf` whether the person may be the subscriber of rows below
 */
export function placeRow(
  families: Families,
  row: SheetRow,
  { values, policy, reading }: ReadRow,
): { isSelf?: boolean; placed?: Placed | undefined } {
  const at = reading.plan.mapping.indexOf('relationship')
  if (at < 0 || brokenRow(row, reading.width) !== undefined) return {}
  const text = row.cells[at]?.trim() ?? ''
  const kin = readKin(text)
  if (kin === undefined || kin === 'self') {
    if (kin === undefined && text !== '')
      values.notes.push({ field: 'relationship', message: 'is a word that is not known' })
    return { isSelf: true }
  }
  const placed = families.place(policy, kin, values)
  if (!placed) values.question = `is a ${kin} without a subscriber in the rows above: a client, or none`
  return { placed }
}

/** A spouse or dependent fills the record of the subscriber. */
export function judgePlaced(
  { subscriber, kin, fields, family }: Placed,
  { problems, notes }: RowValues,
  { plan }: RowReading,
): Verdict {
  const message = `is the ${kin} of row ${subscriber.number}: goes to that record, and its policy covers them`
  const isChange = changedFields(fields, family, { fillOnly: true }).length > 0
  const isFault = problems.length > 0 && !plan.leave_out_faults
  const said = isChange ? [message] : [message, nothingNew]
  return {
    outcome: isFault ? 'fault' : isChange ? 'update' : 'skip',
    reasons: [...problems, ...notes, ...(isFault ? [] : said.map((text) => ({ field: '', message: text })))],
    client_id: subscriber.clientId,
    same_as: subscriber.number,
    candidates: [],
  }
}
