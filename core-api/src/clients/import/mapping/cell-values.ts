import type { ImportSettings } from '@agency/contract/client-imports'
import { numberIn } from '@agency/contract/field-values'
import { readNamedDate } from '@agency/contract/named-dates'
import { squeezedForm } from '@agency/contract/normal-form'
import { plainCharacters } from '@agency/contract/typed-characters'
import { dateOfSerial } from '../reading/number-formats.ts'

interface Parts {
  year: string
  /** Month and day; of `numbers` the order is not known. */
  first: string
  second: string
  kind: 'known' | 'numbers'
}

/** Longer texts are none: a cell may hold a million characters. */
const longestDate = 100

/** The parts of a written date; a time behind it is left out. */
function partsOf(typed: string): Parts | undefined {
  if (typed.length > longestDate) return undefined
  const text = plainCharacters(typed)
    // A spreadsheet's sign for a text.
    .replace(/^'(?=\d)/, '')
    .replace(/[T ,]+\d{1,2}:\d{2}.*$/i, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i, '')
    .toLowerCase()
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^((?:19|20|99)\d{2})(0\d|1[0-2])(\d{2})$/.exec(text)
  if (iso) return { year: iso[1] ?? '', first: iso[2] ?? '', second: iso[3] ?? '', kind: 'known' }
  const numbers =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|'?\d{2})$/.exec(text) ?? /^([0-3]\d)([0-3]\d)((?:19|20)\d{2})$/.exec(text)
  if (numbers) return { year: numbers[3] ?? '', first: numbers[1] ?? '', second: numbers[2] ?? '', kind: 'numbers' }
  const named = /\d/.test(text) ? readNamedDate(text) : null
  return named === null
    ? undefined
    : { year: named.year, first: String(named.month), second: String(named.day), kind: 'known' }
}

/** Two digits are of this century up to ten years from now; births and other past days are not in the future. */
function fullYear(year: string, isPast: boolean, now: Date): number {
  const digits = year.replace("'", '')
  if (digits.length === 4) return Number(digits)
  const latest = now.getUTCFullYear() + (isPast ? 0 : 10)
  const inCentury = 2000 + Number(digits)
  return inCentury > latest ? inCentury - 100 : inCentury
}

function written(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1850 || year > 2200) return undefined
  return date.toISOString().slice(0, 10)
}

/** What a written date tells of the order of its file. */
export function orderOf(typed: string): 'mdy' | 'dmy' | undefined {
  if (typed.length > 40 || !/\d\D\d/.test(typed)) return undefined
  return orderIn(partsOf(typed))
}

function orderIn(parts: Parts | undefined): 'mdy' | 'dmy' | undefined {
  if (parts?.kind !== 'numbers') return undefined
  const [first, second] = [Number(parts.first), Number(parts.second)]
  if (first > 12 && second <= 12) return 'dmy'
  return first <= 12 && second > 12 ? 'mdy' : undefined
}

/** Whether a date in digits has another meaning in the other order. */
export function isTwofold(typed: string): boolean {
  const parts = partsOf(typed)
  const [first, second] = [Number(parts?.first), Number(parts?.second)]
  return parts?.kind === 'numbers' && first <= 12 && second <= 12 && first !== second
}

/** A day without a year, as in an address book. */
export const hasNoYear = (typed: string): boolean =>
  /^(?:-{1,2}\d{1,2}-\d{1,2}|\d{1,2}[-/]\d{1,2}|1604-\d\d-\d\d)$/.test(typed)

/** From this year on, a day stands for no end. */
const farYear = 2070

/** What programs write where no day is known: zeros, and the first or last day of their calendar. @param isEnd of a policy */
export function isFillerDay(typed: string, isEnd = false): boolean {
  const { year = '', first = '', second = '' } = partsOf(typed) ?? {}
  if (/^0{6,8}$/.test(typed)) return true
  if (year === '') return typed === '2958465'
  const [one, other] = [Number(first), Number(second)]
  if (isEnd && (Number(year) >= farYear || (year === '99' && one === 12 && other === 31))) return true
  return one * other === 0 || /^(?:9999|2999|0001|1899)$/.test(year) || (year === '1900' && one === 1 && other === 1)
}

/** The first day of a month without a day, such as `Jan 2026` or `01/2026`. */
export function readMonth(typed: string): string | undefined {
  const [, name, month, year = ''] =
    /^(?:([a-z]{3,9})\.?,? ?|(\d{1,2})[-/])(\d{4})$/i.exec(plainCharacters(typed)) ?? []
  const first = name === undefined ? `${month}/1/${year}` : `${name} 1 ${year}`
  return year === '' ? undefined : readDate(first, { order: 'mdy', isPast: false })
}

/** Whether a text is written as a date. */
export const isDate = (typed: string): boolean => partsOf(typed) !== undefined

/** Whether a column has dates, written or as serial numbers of a spreadsheet. */
export const hasDates = (values: readonly string[]): boolean =>
  values.some((text) => isDate(text) || /^\d{5}$/.test(text))

/**
 * A date as `YYYY-MM-DD`: ISO, in digits by the order of the file, with the name of the month, or a spreadsheet's serial
 * number. A date that has only one meaning is read by it. Undefined for anything else.
 */
export function readDate(
  typed: string,
  { order, isPast, now = new Date() }: { order: ImportSettings['dates']; isPast: boolean; now?: Date },
): string | undefined {
  const text = plainCharacters(typed)
  if (/^\d{4,5}(?:\.\d+)?$/.test(text) && !/^(?:19|20)\d\d$/.test(text)) return dateOfSerial(Number(text))
  const parts = partsOf(text)
  if (!parts) return undefined
  const year = fullYear(parts.year, isPast, now)
  const [first, second] = [Number(parts.first), Number(parts.second)]
  const isDayFirst = parts.kind === 'numbers' && (orderIn(parts) ?? order) === 'dmy'
  const dateIn = (each: number) => (isDayFirst ? written(each, second, first) : written(each, first, second))
  const date = dateIn(year)
  // Later this year, a birth of two digits is of the last century.
  const isLater = date !== undefined && date > now.toISOString().slice(0, 10)
  return isPast && isLater && parts.year.length < 4 ? dateIn(year - 100) : date
}

/** As programs write a number that they took for one with a fraction: `2108.0`. */
export const withoutFraction = (text: string): string => text.replace(/^(\d+)\.0+$/, '$1')

/** An amount with a decimal comma as one with a point; any other text as it is. */
export function readAmount(typed: string, decimals: ImportSettings['decimals']): string {
  const amount = typed
    .replace(/^(?:US\$|R\$|USD|EUR)\s*|\s*(?:USD|EUR|\$)$/gi, '')
    // As databases and formulas write it: `.00`, `412.500`, `144.258333`.
    .replace(/^(\$?\s*)(?=\.\d)/, '$10')
    .replace(/(\.\d\d)0$/, '$1')
    .replace(/\d[\d,]*\.\d{4,}$/, (number) => Number(number.replaceAll(',', '')).toFixed(2))
  // `$1,234` has no cents, whatever the file.
  if (/^\$\s?\d{1,3}(?:,\d{3})+$/.test(amount)) return amount
  if (decimals === 'point' || !/^[-+€$\s]*(?:\d+|\d{1,3}(?:[.\s]\d{3})+)(?:,\d+)?\s*€?$/.test(amount)) return amount
  const number = numberIn(amount.replace(/[.\s]/g, '').replace(',', '.'))
  return number === undefined ? typed : String(number)
}

/** Spellings of the choices of fields, in their normal form without blanks. */
const spellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    active: 'active, a, current, enrolled, inforce, effective, activo, activa, ativo, ativa',
    inactive: 'inactive, i, notactive, prospect, former, inactivo, inactiva, inativo, inativa',
    unpaid: 'unpaid, delinquent, pastdue, nonpayment, grace, graceperiod',
    cancelled:
      'cancelled, canceled, c, terminated, termed, term, t, lapsed, disenrolled, withdrawn, cancelado, cancelada',
  },
  pref_lang: {
    English: 'english, e, en, enus, eng, ingles',
    Spanish: 'spanish, s, es, esus, esmx, es419, spa, span, sp, espanol, castellano, castilian',
    Portuguese: 'portuguese, pt, ptbr, por, portugues',
  },
  text_consent_source: {
    'In writing': 'written, paper',
    'On a form': 'form, web, webform, online',
    'By phone': 'phone, call, verbal',
    'In person': 'person',
    'By text message': 'text, sms, textmessage',
  },
}

const words = (texts: string): ReadonlySet<string> => new Set(texts.split(', '))
/** Spellings without blanks and signs. */
const yes = words('x, y, yes, true, t, 1, on, checked, si, sim')
const no = words('n, no, false, f, 0, off, unchecked, nao')
const stops = new Set([
  ...yes,
  ...words(
    'stop, stopped, optout, optedout, out, unsubscribed, nonsubscribed, cleaned, revoked, dnc, donotcall, donottext, donotcontact, notexts, notext',
  ),
])
const allows = new Set([
  ...no,
  ...words(
    'ok, allowed, optin, optedin, in, subscribed, active, explicit, implicit, express, implied, confirmed, delivered, notset',
  ),
])

/**
 * Whether a cell says that somebody wants no text messages; a date is that of their wish. Undefined if it says neither.
 * @param asksToText whether the heading asks for the opposite @returns `since` null without a date; null if texts are allowed
 */
export function readOptOut(
  typed: string,
  order: ImportSettings['dates'],
  asksToText = false,
): { since: string | null } | null | undefined {
  const key = squeezedForm(typed.replace(/^[✓✔☑✗✘☒]\ufe0f?$/u, 'x')).replace(/[^\p{L}\p{N}]/gu, '')
  if (asksToText && /\b(?:not?|never|declin\w+|den(?:y|ied)|refus\w+|revoked)\b|^never_/i.test(typed))
    return { since: null }
  if (asksToText && /^(?:yes\b|i (?:do )?agree|agreed?|accept|granted|approved)/i.test(typed)) return null
  if (asksToText && (yes.has(key) || readDate(typed, { order, isPast: true }) !== undefined)) return null
  if (asksToText && no.has(key)) return { since: null }
  if (stops.has(key)) return { since: null }
  if (allows.has(key)) return null
  const since = readDate(typed, { order, isPast: true })
  return since === undefined ? undefined : { since }
}

/** A choice in the spelling of the record; as it is if it is none that is known. */
export function readChoice(field: string, typed: string): string {
  const key = squeezedForm(typed).replace(/[^\p{L}\p{N}]/gu, '')
  const choices = Object.entries(spellings[field.replace(/_2$/, '')] ?? {})
  return choices.find(([name, texts]) => squeezedForm(name) === key || texts.split(', ').includes(key))?.[0] ?? typed
}
