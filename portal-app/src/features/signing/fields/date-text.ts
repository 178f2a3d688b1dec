import { isIsoDate, usualDateFormat, writtenDate } from '@agency/contract/field-values'
import type { DateFormat } from '@agency/contract/form-fields'
import { readNamedDate, readRelativeDate } from '@agency/contract/named-dates'
import { plainCharacters } from '@agency/contract/typed-characters'

type Part = 'y' | 'm' | 'd'

/** The order of a date's parts, its separator, and the format in which it is typed: always with four digits of the year. */
interface DateOrder {
  readonly name: 'mdy' | 'dmy' | 'ymd'
  readonly parts: readonly [Part, Part, Part]
  readonly separator: '/' | '-'
  readonly typed: DateFormat
}

const orders: Readonly<Record<DateOrder['name'], DateOrder>> = {
  mdy: { name: 'mdy', parts: ['m', 'd', 'y'], separator: '/', typed: 'mm/dd/yyyy' },
  dmy: { name: 'dmy', parts: ['d', 'm', 'y'], separator: '/', typed: 'dd/mm/yyyy' },
  ymd: { name: 'ymd', parts: ['y', 'm', 'd'], separator: '-', typed: 'yyyy-mm-dd' },
}

/** The order in which a form's date is typed, whatever the language of the signer. */
export function orderOf(format: DateFormat = usualDateFormat): DateOrder {
  if (format.startsWith('mm')) return orders.mdy
  return format.startsWith('dd') ? orders.dmy : orders.ymd
}

/** A stored date as it is typed into a field. Any other text stays as it is. */
export const typedDate = (value: string, order: DateOrder): string => writtenDate(value, order.typed)

/**
 * Parses a date in the order of the form, with any separator, or as eight digits; or with the name of its month; or
 * told from today, such as `mañana`. A date that only the other order of day and month has is read by that.
 * @returns the date as it is stored; undefined if it is not in the calendar
 */
export function parseDate(text: string, { parts, typed }: DateOrder): string | undefined {
  const trimmed = plainCharacters(text)
  if (isIsoDate(trimmed)) return existing(trimmed)
  const whole = parts.map((part) => (part === 'y' ? '(\\d{4})' : '(\\d{1,2})')).join('\\D+')
  const digits = typed
    .replace(/\W/g, '')
    .replace('yyyy', '(\\d{4})')
    .replace('mm', '(\\d{2})')
    .replace('dd', '(\\d{2})')
  const found = new RegExp(`^${whole}$`).exec(trimmed) ?? new RegExp(`^${digits}$`).exec(trimmed)
  if (!found) return parseNamedDate(trimmed) ?? readRelativeDate(trimmed, today()) ?? undefined
  const partOf = (part: Part) => found[parts.indexOf(part) + 1]?.padStart(2, '0')
  const [year, month, day] = [partOf('y'), partOf('m'), partOf('d')]
  // 31/12/1975 is no date in the other order.
  return existing(`${year}-${month}-${day}`) ?? (Number(month) > 12 ? existing(`${year}-${day}-${month}`) : undefined)
}

function parseNamedDate(text: string): string | undefined {
  const date = readNamedDate(text)
  // Two digits stand for no single year.
  if (date === null || date.year.length < 4) return undefined
  return existing(`${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`)
}

/**
 * Adds the separator after a whole part, since a numeric keypad has none. Whoever types it too gets it once.
 * @param before the text before the last key
 */
export function withSeparators(text: string, before: string, { name, separator }: DateOrder): string {
  if (before.endsWith(separator) && text === `${before}${separator}`) return before
  const typedAtTheEnd = text.length === before.length + 1 && text.startsWith(before)
  const whole = name === 'ymd' ? /^\d{4}(-\d{2})?$/ : /^(\d{2}|\d{1,2}\/\d{2})$/
  return typedAtTheEnd && whole.test(text) ? `${text}${separator}` : text
}

/** Whether a stored date is after today in the client's time zone. */
export function isAfterToday(iso: string): boolean {
  return iso > today()
}

/** Today where the client is, `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date()
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Whether the date exists: 31 April would come back as another day. */
function existing(iso: string): string | undefined {
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
