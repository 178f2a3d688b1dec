import type { ImportOutcome } from '@agency/contract/client-imports'
import type { Phones } from '@agency/contract/texts'
import type { Problem } from '../../platform/errors.ts'
import type { EarlierRows } from './earlier-rows.ts'
import { brokenRow, isReportLine, nothingNew, type RowReading, type RowValues } from './mapping/row-values.ts'
import type { Matches } from './match-rows.ts'
import type { Verdict } from './policies/check-policies.ts'
import type { BroughtPolicy } from './policies/read-policy.ts'
import type { SheetRow } from './reading/table.ts'
import { changedFields, fitted, notesLeft, valuesLeft } from './row-changes.ts'

/** The row of the last person so far. */
export interface PersonAbove {
  number: number
  isFaulty: boolean
}

interface Known {
  matches: Matches
  earlier: ReturnType<EarlierRows['find']>
  /** Whether texts to a client are not stopped yet. */
  isAllowed(client: Phones): boolean
  /** Fields that were edited since the last import of a client, by its id. */
  edited: ReadonlyMap<string, readonly string[]>
  reading: RowReading
  row: SheetRow
  /** For a row with a policy: that of the person above. */
  above: PersonAbove | undefined
}

export const namesPolicy = (policy: BroughtPolicy): boolean =>
  (['policy.number', 'policy.member_id', 'policy.application_id', 'policy.product'] as const).some(
    (name) => policy[name],
  )

/** Whether a row of a wide table is filled in one cell alone. */
const isLone = ({ cells }: SheetRow, { plan }: RowReading): boolean =>
  cells.filter((cell) => cell.trim() !== '').length === 1 && plan.mapping.filter((target) => target !== null).length > 3

const mostCandidates = 5

const recodedRow = 'has letters in another encoding than the file: they are read as Windows-1252; please check them'
const mendedRow = 'has letters that another program had coded twice: they are mended; please check them'
const handEdited = 'was edited here since the last import: please check'
const struckRow = 'is struck through in the workbook; please check it'
const hiddenRow = 'is hidden in the workbook; please check it'
const lostLetter = 'has the sign for a letter that another program could not read; please check it'

const othersPolicy =
  'is also that of a policy of another client: the same family, or it has passed to this person; please check'
const mended = 'had a separator that is not in quotes: the values are put together as they fit'

const onlyFills = (row: number | undefined): string => `is the person of row ${row}: only what is empty there is taken`

/** What the import of a row would do, and why. */
export function judge(values: RowValues, { matches, earlier, isAllowed, edited, reading, row, above }: Known): Verdict {
  const { fields, problems, notes, noTexts, question } = values
  const { plan } = reading
  const left: Problem[] = []
  const verdict = (outcome: ImportOutcome, message?: string, more: Partial<Verdict> = {}): Verdict => ({
    outcome,
    reasons: [...problems, ...notes, ...left, ...(message === undefined ? [] : [{ field: '', message }])],
    client_id: null,
    same_as: null,
    candidates: [],
    question: outcome === 'ambiguous' ? (message ?? '').replace(/row \d+/, 'another row') : null,
    ...more,
  })
  const { same, likely } = matches
  const [client] = same
  if (isReportLine(row, values)) return verdict('skip', 'is a line of the report, not a person')
  const broken = brokenRow(row, reading.width)
  if (broken !== undefined) return verdict('fault', broken)
  const found = [...same, ...likely.map((each) => each.client)]
  // The person is in the file, whatever is faulty: nobody is to look for them.
  const present = found.map(({ id }) => id).slice(0, mostCandidates)
  if (problems.length > 0 && !plan.leave_out_faults) return verdict('fault', undefined, { candidates: present })
  const isNameless = !fields.client_first_name && !fields.client_last_name
  if (values.otherId !== undefined && isNameless && same.length === 0)
    return verdict('fault', 'names nobody: no row of a former file has its ID, or several clients have it')
  if (Object.keys(fields).length === 0 && !noTexts) {
    if (same.length === 1) return verdict('skip', nothingNew, { client_id: client?.id ?? null })
    if (!above) return verdict('skip', 'holds nothing that is imported')
    const { number, isFaulty } = above
    if (isFaulty) return verdict('fault', `names nobody, and row ${number} above is faulty`)
    return verdict('ambiguous', `names nobody: perhaps a further policy of row ${number}`, { same_as: number })
  }
  const isActive = client?.archived_at === null
  const isTwice = earlier.same !== undefined
  if (row.isRecoded) left.push({ field: '', message: recodedRow })
  if (row.isMended) left.push({ field: '', message: mendedRow })
  if (row.isStruck) left.push({ field: '', message: struckRow })
  if (row.isHidden) left.push({ field: '', message: hiddenRow })
  if (row.cells.some((cell) => cell.includes('\ufffd'))) left.push({ field: '', message: lostLetter })
  if (row.mendedAt !== undefined)
    left.push({ field: plan.mapping[row.mendedAt] ?? '', message: 'was in several cells' })
  if (same.length === 1 && client && isActive) {
    const known = { client_id: client.id, same_as: earlier.same ?? null }
    const how = { isTwice, hasRemark: values.hasRemark, fillOnly: plan.fill_only }
    const fit = fitted(fields, client, how)
    const changes = changedFields(fit, client, how)
    left.push(...valuesLeft(fit, client, { taken: changes, above: known.same_as }), ...notesLeft(fields, client, how))
    const byHand = edited.get(client.id) ?? []
    left.push(...changes.flatMap((field) => (byHand.includes(field) ? [{ field, message: handEdited }] : [])))
    const isStopped = noTexts !== undefined && isAllowed({ ...client, ...fields })
    if (changes.length === 0 && !isStopped) return verdict('skip', nothingNew, known)
    return verdict('update', isTwice ? onlyFills(earlier.same) : undefined, known)
  }
  if (isTwice) return verdict('update', onlyFills(earlier.same), { same_as: earlier.same ?? null })
  const active = found.filter(({ archived_at }) => archived_at === null).map(({ id }) => id)
  const doubts = { candidates: active.slice(0, mostCandidates), same_as: earlier.likely?.number ?? null }
  if (same.length > 1) return verdict('ambiguous', 'several clients are this person', doubts)
  if (client) return verdict('ambiguous', 'an archived client is this person', doubts)
  const [perhaps] = likely
  if (perhaps) return verdict('ambiguous', `a client has the ${perhaps.reason}`, doubts)
  if (earlier.likely)
    return verdict('ambiguous', `row ${earlier.likely.number} has the ${earlier.likely.reason}`, doubts)
  if (isNameless) return verdict('fault', 'has no name')
  if (row.mendedAt !== undefined) return verdict('ambiguous', mended)
  if (isLone(row, reading))
    return verdict('ambiguous', 'is filled in one cell alone: a person, or a line of the report')
  if (question !== undefined) return verdict('ambiguous', question)
  if (matches.isOthersPolicy) left.push({ field: 'policy.number', message: othersPolicy })
  return verdict('create')
}
