import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import { type ImportPlan, type ImportTarget, isJoined } from '@agency/contract/client-imports'
import { isEmailAddress } from '@agency/contract/email-address'
import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { Problem } from '../../../platform/errors.ts'
import { readProposedValue } from '../../record/client-input.ts'
import type { SheetRow } from '../reading/table.ts'
import { readAmount, readChoice, readDate } from './cell-values.ts'
import { splitName } from './names.ts'

/** What a row says of a client, as the record stores it. Empty cells say nothing. */
export interface RowValues {
  fields: Partial<Record<ClientFieldName, string | number>>
  ownerId: string | undefined
  /** Values that cannot be read. Without values. */
  problems: Problem[]
  /** What else staff should know. */
  notes: Problem[]
}

export interface RowReading {
  plan: ImportPlan
  headings: readonly string[]
  /** The id of a staff member by e-mail address, user name or name. */
  findOwner(text: string): string | undefined
}

type Field = (typeof clientFields)[number]
const fieldNamed: ReadonlyMap<string, Field> = new Map(clientFields.map((field) => [field.name, field]))
const blanks = new Set(['na', 'null', 'none', 'nil', 'unknown', 'undefined', 'nan'])
const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FORMULA!)$/i

const isBlank = (text: string): boolean =>
  /^[-–—./\s]*$/.test(text) || blanks.has(squeezedForm(text.replaceAll('/', '')))

/** Why a text cannot be stored, whatever it is of. */
function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  if (!text.isWellFormed()) return 'holds half of a surrogate pair'
  if (/^#formula!$/i.test(text)) return 'holds a formula without a result; open the file in a spreadsheet and save it'
  return spreadsheetError.test(text.trim()) ? 'holds an error of the spreadsheet' : undefined
}

const inHtml = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)
    .join('')

/** Reads the cells of a row as values of the record. */
export function readRow(row: SheetRow, { plan, headings, findOwner }: RowReading): RowValues {
  const texts = new Map<ImportTarget, string[]>()
  const problems: Problem[] = []
  for (const [at, target] of plan.mapping.entries()) {
    const text = row.cells[at]?.trim() ?? ''
    if (target === null || text === '') continue
    const fault = faultOf(text)
    const isNote = target === 'notes' || target === 'notes_2'
    if (fault) problems.push({ field: target, message: fault })
    else if (isNote || !isBlank(text)) {
      const isOneOfSeveral = isNote && plan.mapping.filter((other) => other === target).length > 1
      texts.set(target, [...(texts.get(target) ?? []), isOneOfSeveral ? `${headings[at]}: ${text}` : text])
    }
  }
  const owner = texts.get('owner')?.[0]
  const ownerId = owner === undefined ? undefined : findOwner(owner)
  const isUnknown = owner !== undefined && ownerId === undefined
  const notes = isUnknown
    ? [{ field: 'owner', message: 'is nobody of the staff: whoever imports it gets the client' }]
    : []
  problems.push(...composeNames(texts))
  composeAddress(texts)
  spread(texts, 'primary_email', 'secondary_email', isEmailAddress)
  spread(texts, 'primary_phone', 'secondary_phone', isPhone)
  const fields: RowValues['fields'] = {}
  for (const [target, given] of texts) {
    const field = fieldNamed.get(target)
    if (!field) continue
    const read = readField(field, given, plan)
    if (typeof read === 'object') fields[field.name] = read.value
    else problems.push({ field: field.name, message: read })
  }
  return { fields, ownerId, problems, notes }
}

/** A field's value, or why it has none. */
function readField(field: Field, given: string[], { settings }: ImportPlan): { value: string | number } | string {
  const text = given.join(isJoined(field.name) && field.kind !== 'rich-text' ? ' ' : '\n')
  const typed = typedValue(field, text, settings)
  if (typeof typed !== 'string') return typed.fault
  const read = readProposedValue(field, typed)
  if (typeof read === 'string') return read
  return read.value === null || read.value === '' ? 'holds nothing that is stored' : { value: read.value }
}

const isPhone = (text: string): boolean => (readPhoneDigits(text)?.length ?? 0) >= 7

function typedValue(field: Field, text: string, settings: ImportPlan['settings']): string | { fault: string } {
  const { name, kind, mask } = field
  if (kind === 'date') {
    const date = readDate(text, { order: settings.dates, isPast: /dob/.test(name) })
    return date ?? { fault: 'is not a date' }
  }
  if (kind === 'rich-text') return inHtml(text)
  if (kind === 'choice') return readChoice(name, text)
  if (kind === 'email') return isEmailAddress(plainCharacters(text)) ? text : { fault: 'is not one e-mail address' }
  if (kind === 'phone') {
    const number = text.replace(/\.0$/, '')
    return isPhone(number) ? number : { fault: 'is not one phone number' }
  }
  if (mask === 'ssn') return readSsn(text)
  if (mask !== undefined && /[•*]|^x{3,}/i.test(text)) return { fault: 'is masked; the whole value is needed' }
  if (mask === 'last-four' && /^\d(?:\.\d+)?e\+\d+$/i.test(text)) {
    return { fault: 'was cut off by the spreadsheet; format the column as text' }
  }
  return 'amount' in field && field.amount ? readAmount(text, settings.decimals) : text
}

function readSsn(text: string): string | { fault: string } {
  const digits = plainCharacters(text).replace(/[-. ]/g, '')
  if (/[*x•]/i.test(digits)) return { fault: 'is masked; the whole number is needed' }
  if (/^\d{7,8}$/.test(digits)) {
    return { fault: `has ${digits.length} of nine digits: a spreadsheet may have dropped zeros at its start` }
  }
  if (!/^\d{9}$/.test(digits)) return { fault: 'must have nine digits' }
  return digits.replace(/^(...)(..)(....)$/, '$1-$2-$3')
}

/** Puts the parts of names into first and last name. */
function composeNames(texts: Map<ImportTarget, string[]>): Problem[] {
  const whole = texts.get('full_name')?.[0]
  const named = whole === undefined ? undefined : splitName(whole)
  if (named) {
    if (!texts.has('client_first_name')) texts.set('client_first_name', [named.first])
    if (!texts.has('client_last_name') && named.last !== '') texts.set('client_last_name', [named.last])
  }
  const add = (target: ImportTarget, part: ImportTarget) => {
    const [text] = texts.get(target) ?? []
    const [added] = texts.get(part) ?? []
    if (added && normalForm(text ?? '') !== normalForm(added))
      texts.set(target, [[text, added].filter(Boolean).join(' ')])
  }
  add('client_first_name', 'middle_name')
  add('client_last_name', 'name_suffix')
  const isTwo = whole !== undefined && !named && !texts.has('client_last_name')
  return isTwo ? [{ field: 'full_name', message: 'is not the name of one person' }] : []
}

function composeAddress(texts: Map<ImportTarget, string[]>): void {
  const [street, second, city, state, zip] = (['address', 'address_2', 'city', 'state', 'zip'] as const).map(
    (target) => texts.get(target)?.[0],
  )
  const region = [state, zip && /^\d{4}$/.test(zip) ? `0${zip}` : zip].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  const lines = [street, second, place].filter(Boolean)
  if (lines.length > 0) texts.set('address', [lines.join('\n')])
}

/** The second of two values in one cell goes to the second field. */
function spread(
  texts: Map<ImportTarget, string[]>,
  primary: ImportTarget,
  secondary: ImportTarget,
  fits: (text: string) => boolean,
): void {
  const [text = ''] = texts.get(primary) ?? []
  const [first, second, ...more] = text.split(/\s*(?:[;,/|\n]| or )\s*/i).filter(Boolean)
  if (first === undefined || second === undefined || more.length > 0 || !fits(first) || !fits(second)) return
  texts.set(primary, [first])
  if (!texts.has(secondary)) texts.set(secondary, [second])
}
