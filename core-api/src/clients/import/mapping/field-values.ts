import type { clientFields } from '@agency/contract/client-fields'
import { type ImportPlan, isJoined } from '@agency/contract/client-imports'
import { isEmailAddress } from '@agency/contract/email-address'
import { readPhoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import { readProposedValue } from '../../record/client-input.ts'
import { hasNoYear, isFillerDay, isTwofold, readAmount, readChoice, readDate, withoutFraction } from './cell-values.ts'

export type Field = (typeof clientFields)[number]

interface FieldReading {
  plan: ImportPlan
  /** Whether dates of both orders are in the file. */
  hasMixedDates?: boolean
}

/** Text as rich text, a paragraph for each line. */
export const inHtml = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)
    .join('')

/** What is read, why nothing is, and what else staff should know. */
interface Read<Value> {
  value?: Value
  fault?: string
  note?: string
}

/** The value of a field of the record, as it is stored. @param given the texts of its cells, none blank */
export function readField(field: Field, given: string[], reading: FieldReading): Read<string | number> {
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

function typedValue(field: Field, text: string, reading: FieldReading): Read<string> {
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

/** A birth of two digits that would be after the first day of a policy was a century before. */
export const bornBefore = (typed: string, read: string): string =>
  /(?:^|\D)\d{4}(?:\D|$)|^\d{8}$/.test(typed) ? read : `${Number(read.slice(0, 4)) - 100}${read.slice(4)}`

/** Years of a life that are believed. */
const oldest = 115

function readDay({ name }: Field, text: string, { plan, hasMixedDates }: FieldReading): Read<string> {
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
