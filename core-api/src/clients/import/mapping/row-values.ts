import { clientFields } from '@agency/contract/client-fields'
import { type ImportPlan, type ImportTarget, importLabel } from '@agency/contract/client-imports'
import type { ClientFieldValues } from '@agency/contract/clients'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { isSensitive } from '@agency/contract/sensitive-fields'
import type { Problem } from '../../../platform/errors.ts'
import type { SheetRow } from '../reading/table.ts'
import { isBlank, isDitto, isMaritalState } from './blank-values.ts'
import { readDate, readOptOut, withoutFraction } from './cell-values.ts'
import { asksToText } from './column-names.ts'
import { emailsIn, phonesIn, spread, typedPhones } from './contacts.ts'
import { bornBefore, type Field, inHtml, readField } from './field-values.ts'
import { addNote, composeAddress, composeNames, placeOthers } from './parts.ts'

/** What a row says of a client, as the record stores it. Empty cells say nothing. */
export interface RowValues {
  fields: Partial<ClientFieldValues>
  ownerId: string | undefined
  /** The client wants no text messages, since a day if the row says it. */
  noTexts?: { since: string | null } | undefined
  /** The notes have what stood beside the name, or a faulty value. */
  hasRemark?: boolean | undefined
  /** Values that cannot be read. Without values. */
  problems: Problem[]
  /** What else staff should know. */
  notes: Problem[]
  /** The id that another system has for the client. */
  otherId?: string | undefined
  /** What staff have to decide before the row is a new client. */
  question?: string | undefined
}

export interface RowReading {
  plan: ImportPlan
  headings: readonly string[]
  /** The id of a staff member by e-mail address, user name or name. */
  findOwner(text: string): string | undefined
  /** Cells of each line, if they agree. */
  width?: number | undefined
  /** Whether dates of both orders are in the file. */
  hasMixedDates?: boolean
}

const fieldNamed: ReadonlyMap<string, Field> = new Map(clientFields.map((field) => [field.name, field]))
/** `#N/A` says that there is no value. */
const spreadsheetError = /^#(?:REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FORMULA!)$/i

/** Text of a report among its rows: totals, counts, page numbers. */
const reportLine =
  /^(?:(?:grand |sub|report )?totals?(?: |:|$)|(?:record|row|member|policy|client)? ?count ?[:=]|page \d|copyright|confidential|©|(?:report|run date|run on|as of|end of)[: ]|(?:generated|printed|exported)(?::| (?:on|by|at|\d))|\d+ (?:records?|rows?|members?|clients?|policies)(?: |$))/iu
/** The title of a part of the report. */
const sectionTitle =
  /^(?:\p{L}|january|february|march|april|may|june|july|august|september|october|november|december|.*\b(?:clients|members|policies|customers|enrollments|accounts|leads|prospects))$/iu
/** A count or a sum. */
const isFigure = (cell: string): boolean => /^[-($\s]*\d[\d.,%]*\)?$/.test(cell.trim())

/** Said of a row that changes nothing. */
export const nothingNew = 'brings nothing new'

/** Why a row as a whole is not what the headings say; undefined if it is. */
export function brokenRow(
  { cells, width, isBroken, isShifted }: SheetRow,
  usual: number | undefined,
): string | undefined {
  if (usual === undefined)
    return isShifted
      ? `has ${width} cells that are not what the headings say: one with a separator is not in quotes`
      : undefined
  if (cells.length > usual || isShifted)
    return `has ${width ?? cells.length} cells, the others have ${usual}: a cell with a separator is not in quotes`
  return isBroken
    ? `has ${width} of ${usual} cells: some are missing, a line break is not in quotes, or a quote is not closed`
    : undefined
}

/** Whether a row is a total or a note of a report, and names nobody. */
export function isReportLine({ cells }: SheetRow, { fields }: RowValues): boolean {
  const isPerson = (['dob', 'ssn', 'primary_email', 'primary_phone'] as const).some(
    (name) => fields[name] !== undefined,
  )
  const [first = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  const start = first.trim().slice(0, 200)
  return !isPerson && (reportLine.test(start) || (sectionTitle.test(start) && others.every(isFigure)))
}

/** Why a text cannot be stored, whatever it is of. */
export function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  if (!text.isWellFormed()) return 'holds half of a surrogate pair'
  if (/^#formula!$/i.test(text)) return 'holds a formula without a result; open the file in a spreadsheet and save it'
  return spreadsheetError.test(text.trim()) ? 'holds an error of the spreadsheet' : undefined
}

/** Characters of a text that is read by its form, such as a name, a number or a date. A cell may hold a million. */
const longestRead = 1_000

/** Why a text is not read: forms are found in a time that grows with the square of the length. */
export function lengthFault(target: ImportTarget, text: string): string | undefined {
  const field = fieldNamed.get(target)
  const isForm = field === undefined || field.mask !== undefined || ('amount' in field && field.amount === true)
  const isText = field !== undefined && !isForm && /text|multiline/.test(field.kind) && !/name/.test(target)
  return text.length > longestRead && !isText && target !== 'policy.notes' ? 'is too long' : undefined
}

/** Reads the cells of a row as values of the record. */
export function readRow(row: SheetRow, reading: RowReading): RowValues {
  const { plan, headings, findOwner } = reading
  const texts = new Map<ImportTarget, string[]>()
  const problems: Problem[] = []
  const notes: Problem[] = []
  for (const [at, target] of plan.mapping.entries()) {
    const text = row.cells[at]?.trim() ?? ''
    if (target === null || isPolicyTarget(target) || text === '') continue
    if (target === 'ssn' && /^\d{2}-\d{7}$/.test(text) && !plan.mapping.includes('business_ein')) {
      texts.set('business_ein', [text])
      notes.push({ field: 'ssn', message: 'is written as the number of a business: it is taken for its EIN' })
      continue
    }
    const fault = faultOf(text) ?? lengthFault(target, text)
    const isNote = target === 'notes' || target === 'notes_2'
    if (fault) problems.push({ field: target, message: fault })
    else if (isMaritalState(target, text)) {
      addNote(texts, `${headings[at]}: ${text}`)
      notes.push({ field: target, message: 'is a word and no name: it goes to the notes' })
    } else if (!isBlank(target, text)) {
      const isOneOfSeveral = isNote && plan.mapping.filter((other) => other === target).length > 1
      texts.set(target, [...(texts.get(target) ?? []), isOneOfSeveral ? `${headings[at]}: ${text}` : text])
    } else if (isDitto(target, text)) notes.push({ field: target, message: 'points to another cell: it is left out' })
    else if (/^client_/.test(target) && text !== text.toLowerCase())
      notes.push({ field: target, message: `${text} is taken for no name` })
  }
  if (row.comments) {
    addNote(texts, `Comments: ${row.comments.join('; ')}`)
    notes.push({ field: 'notes', message: 'get the comments of its cells' })
  }
  const typed = typedPhones(row.cells, plan.mapping, headings)
  if (typed) {
    const [primary, ...others] = typed.phones
    for (const place of ['primary_phone', 'secondary_phone', 'other_phone'] as const) texts.delete(place)
    if (primary) texts.set('primary_phone', [primary])
    if (others.length > 0) texts.set('other_phone', others)
    if (typed.faxes.length > 0) addNote(texts, `Fax: ${typed.faxes.join(', ')}`)
  }
  const owner = texts.get('owner')?.[0]
  const ownerId = owner === undefined ? undefined : findOwner(owner)
  const isUnknown = owner !== undefined && ownerId === undefined
  if (isUnknown) notes.push({ field: 'owner', message: 'is nobody of the staff: whoever imports it gets the client' })
  const optOuts = plan.mapping.flatMap((target, at) => {
    const text = row.cells[at]?.trim() ?? ''
    // An export says which of several numbers was stopped.
    const isOfOneNumber = /\d{3}\D?\d{4}/.test(text)
    const isSaid = target === 'no_texts' && text !== '' && !isBlank(target, text) && !isOfOneNumber
    return isSaid ? [readOptOut(text, plan.settings.dates, asksToText(headings[at] ?? ''))] : []
  })
  const noTexts = optOuts.find((each) => each?.since) ?? optOuts.find(Boolean)
  // Who may have said no gets none.
  if (!noTexts && optOuts.includes(undefined))
    notes.push({ field: 'no_texts', message: 'says neither yes nor no: texts are stopped; please check' })
  const {
    problem,
    question,
    notes: ofNames,
    hasRemark,
    isOptedOut,
  } = composeNames(texts, {
    areTwoLast: /apellidos|sobrenomes/i.test(headings[plan.mapping.indexOf('full_name')] ?? ''),
    hasFirstNames: plan.mapping.includes('client_first_name'),
  })
  if (problem) problems.push(problem)
  notes.push(...ofNames)
  composeAddress(texts)
  notes.push(...placeOthers(texts))
  notes.push(...spread(texts, 'primary_email', 'secondary_email', emailsIn))
  notes.push(...spread(texts, 'primary_phone', 'secondary_phone', phonesIn))
  const fields: RowValues['fields'] = {}
  const leftOut: string[] = []
  for (const [target, given] of texts) {
    const field = fieldNamed.get(target)
    if (!field) continue
    const { value, fault, note } = readField(field, given, reading)
    if (value !== undefined) Object.assign(fields, { [field.name]: value })
    if (fault !== undefined) problems.push({ field: field.name, message: fault })
    if (fault !== undefined && plan.leave_out_faults && !isSensitive(field))
      leftOut.push(`${importLabel(field.name)}: ${given.join(', ')}`)
    if (note !== undefined) notes.push({ field: field.name, message: note })
  }
  const dob = texts.get('dob')?.[0] ?? ''
  const first = readDate(row.cells[plan.mapping.indexOf('policy.effective_date')] ?? '', {
    order: plan.settings.dates,
    isPast: false,
  })
  if (first && fields.dob && fields.dob > first) fields.dob = bornBefore(dob, fields.dob)
  if (leftOut.length > 0) fields.notes = `${fields.notes ?? ''}${inHtml(leftOut.join('\n'))}`
  const isStopped = isOptedOut || optOuts.includes(undefined)
  const stop = noTexts ?? (isStopped ? { since: null } : undefined)
  return {
    ...{ fields, ownerId, problems, notes, question },
    ...((hasRemark || leftOut.length > 0) && { hasRemark: true }),
    otherId: texts.get('other_id')?.map(withoutFraction)[0],
    ...(stop && { noTexts: stop }),
  }
}
