import { clientFields } from '@agency/contract/client-fields'
import { type ImportPlan, type ImportTarget, importLabel, isJoined } from '@agency/contract/client-imports'
import type { ClientFieldValues } from '@agency/contract/clients'
import { isEmailAddress } from '@agency/contract/email-address'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { readPhoneDigits } from '@agency/contract/phone'
import { isSensitive } from '@agency/contract/sensitive-fields'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { Problem } from '../../../platform/errors.ts'
import { readProposedValue } from '../../record/client-input.ts'
import type { SheetRow } from '../reading/table.ts'
import { isBlank, isDitto } from './blank-values.ts'
import {
  hasNoYear,
  isFillerDay,
  isTwofold,
  readAmount,
  readChoice,
  readDate,
  readOptOut,
  withoutFraction,
} from './cell-values.ts'
import { asksToText } from './column-names.ts'
import { emailsIn, phonesIn, spread, typedPhones } from './contacts.ts'
import { addNote, composeAddress, composeNames, placeOthers } from './parts.ts'

/** What a row says of a client, as the record stores it. Empty cells say nothing. */
export interface RowValues {
  fields: Partial<ClientFieldValues>
  ownerId: string | undefined
  /** The client wants no text messages, since a day if the row says it. */
  noTexts?: { since: string | null } | undefined
  /** The notes have what stood beside the name. */
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

type Field = (typeof clientFields)[number]
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

const inHtml = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)
    .join('')

/** Reads the cells of a row as values of the record. */
export function readRow(row: SheetRow, reading: RowReading): RowValues {
  const { plan, headings, findOwner } = reading
  const texts = new Map<ImportTarget, string[]>()
  const problems: Problem[] = []
  const notes: Problem[] = []
  for (const [at, target] of plan.mapping.entries()) {
    const text = row.cells[at]?.trim() ?? ''
    if (target === null || isPolicyTarget(target) || text === '') continue
    const fault = faultOf(text) ?? lengthFault(target, text)
    const isNote = target === 'notes' || target === 'notes_2'
    if (fault) problems.push({ field: target, message: fault })
    else if (!isBlank(target, text)) {
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
  const optOut = texts.get('no_texts')?.[0]
  const ofTexts = headings[plan.mapping.indexOf('no_texts')] ?? ''
  const noTexts = optOut === undefined ? null : readOptOut(optOut, plan.settings.dates, asksToText(ofTexts))
  if (noTexts === undefined)
    notes.push({ field: 'no_texts', message: 'says neither yes nor no; texts are not stopped' })
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
  if (leftOut.length > 0) fields.notes = `${fields.notes ?? ''}${inHtml(leftOut.join('\n'))}`
  const stop = noTexts ?? (isOptedOut ? { since: null } : undefined)
  return {
    ...{ fields, ownerId, problems, notes, question },
    ...(hasRemark && { hasRemark }),
    otherId: texts.get('other_id')?.map(withoutFraction)[0],
    ...(stop && { noTexts: stop }),
  }
}

/** What is read, why nothing is, and what else staff should know. */
interface Read<Value> {
  value?: Value
  fault?: string
  note?: string
}

function readField(field: Field, given: string[], reading: RowReading): Read<string | number> {
  const text = given.join(isJoined(field.name) && field.kind !== 'rich-text' ? ' ' : '\n')
  const { value: typed, ...said } = typedValue(field, text, reading)
  if (typed === undefined) return said
  const read = readProposedValue(field, typed)
  if (typeof read === 'string') return { fault: read }
  return read.value === null || read.value === ''
    ? { fault: 'holds nothing that is stored' }
    : { ...said, value: read.value }
}

const isPhone = (text: string): boolean => (readPhoneDigits(text)?.length ?? 0) >= 7

const masked = { note: 'is masked: it is left out' }
const placeholder = { note: 'is left out: a number of one digit alone is nobody’s' }
const isPlaceholder = (digits: string): boolean => /^(\d)\1{6,}$/.test(digits)

function typedValue(field: Field, text: string, reading: RowReading): Read<string> {
  const { kind, mask } = field
  const { settings } = reading.plan
  if (kind === 'date') return readDay(field, text, reading)
  if (kind === 'rich-text') return { value: inHtml(text) }
  if (kind === 'choice') {
    const value = readChoice(field.name, text)
    const options: readonly string[] = ('options' in field && field.options) || []
    return options.includes(value) ? { value } : { note: `is left out: it is none of ${options.join(', ')}` }
  }
  if (kind === 'email') {
    if (
      /^(?:no|none|na|nomail|no-?e?mail|no\.e?mail|unknown|donthave|no-?tiene|sin-?correo|no-?aplica|nao-?tem|sem-?e?mail)@|^(x+|a|abc|asdf|test|e?mail|sample|fake|nobody|refused)@\1\.|^declined@/i.test(
        text,
      )
    )
      return { note: 'is left out: it says that there is none' }
    return isEmailAddress(plainCharacters(text)) ? { value: text } : { fault: 'is not one e-mail address' }
  }
  if (kind === 'phone') {
    const number = withoutFraction(text)
    if (isPlaceholder(readPhoneDigits(number) ?? '')) return placeholder
    return isPhone(number) ? { value: number } : { fault: 'is not one phone number' }
  }
  if (mask === 'ssn') return readSsn(withoutFraction(text), reading.plan)
  if (mask !== undefined && /[•*]|^x{3,}/i.test(text)) return masked
  if (mask === 'last-four' && isPlaceholder(text.replace(/\W/g, ''))) return placeholder
  if (mask === 'last-four' && /^\d(?:\.\d+)?e\+\d+$/i.test(text)) {
    return { fault: 'was cut off by the spreadsheet; format the column as text' }
  }
  return { value: 'amount' in field && field.amount ? readAmount(text, settings.decimals) : text }
}

/** Years of a life that are believed. */
const oldest = 115

function readDay({ name }: Field, text: string, { plan, hasMixedDates }: RowReading): Read<string> {
  const order = plan.settings.dates
  const isPast = /dob/.test(name)
  if (hasNoYear(text)) return { note: 'is left out: it has no year' }
  if (isFillerDay(text)) return { note: 'is left out: programs write this day where none is known' }
  const value = readDate(text, { order, isPast })
  if (value === undefined) return { fault: 'is not a date' }
  if (isPast && value > new Date().toISOString().slice(0, 10)) return { fault: 'is in the future' }
  if (isPast && Number(value.slice(0, 4)) < new Date().getFullYear() - oldest)
    return { value, note: `is more than ${oldest} years ago; please check it` }
  const first = order === 'mdy' ? 'month' : 'day'
  return hasMixedDates && isTwofold(text)
    ? { value, note: `is read ${first} first, but the file has dates of both orders; please check it` }
    : { value }
}

function readSsn(text: string, { add_zeros }: ImportPlan): Read<string> {
  const digits = plainCharacters(text).replace(/[-. ]/g, '')
  if (/[*x•]/i.test(digits)) return masked
  if (/^(?:(?:last|final|ultimos) ?(?:4|four|cuatro)?\D*)?\d{4}$/i.test(text))
    return { note: 'has the last four digits alone: they are left out' }
  if (isPlaceholder(digits)) return placeholder
  if (!/^(?:\d*|\d{3}\D\d{2}\D\d{4}|\d{3}\D\d{3}\D\d{3})$/.test(plainCharacters(text).replace(/ /g, '')))
    return { fault: 'is not written as an SSN' }
  const written = (nine: string) => nine.replace(/^(...)(..)(....)$/, '$1-$2-$3')
  if (/^\d{7,8}$/.test(digits)) {
    return add_zeros
      ? { value: written(digits.padStart(9, '0')), note: 'got the zeros at its start that a spreadsheet had dropped' }
      : {
          fault: `has ${digits.length} of nine digits: if a spreadsheet dropped zeros at its start, choose “Add the zeros”`,
        }
  }
  return /^\d{9}$/.test(digits) ? { value: written(digits) } : { fault: 'must have nine digits' }
}
