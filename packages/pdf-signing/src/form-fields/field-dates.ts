import type { DateFormat } from '@agency/contract/form-fields'
import { withoutPeople } from './field-people.ts'
import type { FieldWords } from './read-name.ts'

/** The day of signing, a date that stands alone and is the day of signing beside a signature, or any other date. */
export type DateMeaning = 'signing' | 'plain' | 'other'

const saysDate =
  /\b(?:date|dated|fecha|dob|birth ?date|birthday|signed on|firmado el|assinado em)\b|^data$|^data (?:assinatura|nascimento)\b|\bdata d[aeo]\b/
const noDate =
  /\b(?:to date|date stamp|date (?:and|or) (?:place|time|city|title|name|reason|amount)|(?:and|or|y|e) (?:date|fecha|data)|(?<!signed )(?:on|at) (?:the )?date of)\b/
/** A date in three fields. Together, the three words say how it is written. */
const partOfDate = /\b(?:month|day|year|mes|dia|ano)$/
const allParts = /\b(?:month day year|day month year|mes dia ano|dia mes ano)\b/
const signing = new RegExp(
  [
    // English
    String.raw`\b(?:date (?:was |is )?signed|signed (?:on|date)|(?:date )?sign(?:ing|ed)? date|sig(?:nature)?s? (?:\d+ )?date`,
    'date (?:of )?(?:the |this |my |your )?(?:signature|signing|execution)|date sign|today ?s? date|date today|current date|execution date|date executed',
    // Spanish
    'fecha (?:de (?:la |su )?firma|firmad[ao]|firma|de hoy|actual|en que (?:se )?firma)|firmado el',
    // Portuguese
    String.raw`data (?:d[ae] (?:sua )?assinatura|assinatura|de hoje|atual|em que assina)|assinado em)\b`,
  ].join('|'),
)
const filler =
  /\b(?:date|fecha|data|dated|mm|dd|yy|yyyy|month|day|year|mes|dia|ano|the|a|of|de|s|here|enter|insert|field|text|printed|print)\b|\d+/g
/** A longer text is an instruction, and may mention any date. */
const longestName = 70

/** What date a field is about by its names; undefined if it is none. The first name that says something decides. */
export function dateMeaning(names: readonly FieldWords[], isFormatted: boolean): DateMeaning | undefined {
  const meanings = names.map(meaningOf).filter((meaning) => meaning !== undefined)
  const best = meanings.find((meaning) => meaning !== 'plain') ?? meanings[0]
  if (best !== undefined) return best
  // The form formats it as a date, whatever it is called.
  return isFormatted ? (names.some(({ text }) => plainRest(text) !== '') ? 'other' : 'plain') : undefined
}

function meaningOf({ text }: FieldWords): DateMeaning | undefined {
  if (text.length > longestName || !saysDate.test(text) || noDate.test(text)) return undefined
  if (partOfDate.test(text) && !allParts.test(text)) return undefined
  if (signing.test(text) || signing.test(withoutPeople(text))) return 'signing'
  if (/^(?:insert|enter) date$/.test(text)) return 'other'
  return plainRest(text) === '' ? 'plain' : 'other'
}

const plainRest = (text: string): string => withoutPeople(text).replaceAll(filler, ' ').trim()

export const saysBirth = (names: readonly FieldWords[]): boolean =>
  names.some(({ text }) => /\b(?:birth|birth ?date|birthday|born|dob|nacimiento|nascimento)\b/.test(text))

/** An initial of a name, or the first of several: `first name and initial`, `initial premium`. */
const otherInitial =
  /\b(?:names?|first|middle|last|mi|and|or|m) initials?\b|\binitials? (?:of|and|or|premium|payment|deposit|enrol\w*|election|coverage|term|date|amount|application|contribution|period|report|claim|rate|year|visit|disclosure)\b/g

export const saysSignature = (names: readonly FieldWords[]): boolean =>
  names.some(
    ({ text }) =>
      !saysDate.test(text) &&
      /\b(?:signature|signatures|sign here|signed by|initials?|firma|assinatura|rubrica|iniciales|iniciais)\b/.test(
        text.replaceAll(otherInitial, ' '),
      ),
  )

export const saysInitials = (names: readonly FieldWords[]): boolean =>
  names.some(({ text }) => /\b(?:initials?|iniciales|iniciais|rubrica)\b/.test(text))

const written: readonly (readonly [RegExp, DateFormat])[] = [
  [/m{1,2}[^a-z0-9]?d{1,2}[^a-z0-9]?yyyy/, 'mm/dd/yyyy'],
  [/m{1,2}[^a-z0-9]?d{1,2}[^a-z0-9]?yy(?!y)/, 'mm/dd/yy'],
  [/d{1,2}[^a-z0-9]?m{1,2}[^a-z0-9]?(?:yyyy|aaaa)/, 'dd/mm/yyyy'],
  [/d{1,2}[^a-z0-9]?m{1,2}[^a-z0-9]?(?:yy|aa)(?![ya])/, 'dd/mm/yy'],
  [/yyyy[^a-z0-9]?m{1,2}[^a-z0-9]?d{1,2}/, 'yyyy-mm-dd'],
]

/** How a text such as `(MM/DD/YYYY)` says that a date is written. */
export function formatIn(text: string): DateFormat | undefined {
  const lower = text.toLowerCase()
  return written.find(([pattern]) => pattern.test(lower))?.[1]
}

/** The format of a form's own (`AFDate_FormatEx`) by its order; undefined without a day, a month and a year. */
export function formatOf(own: string): DateFormat | undefined {
  const order = own
    .toLowerCase()
    .replaceAll(/[^dmy]/g, '')
    .replaceAll(/(.)\1+/g, '$1')
  const isShort = !/yyyy/i.test(own)
  if (order === 'ymd') return 'yyyy-mm-dd'
  if (order === 'dmy') return isShort ? 'dd/mm/yy' : 'dd/mm/yyyy'
  return order === 'mdy' ? (isShort ? 'mm/dd/yy' : 'mm/dd/yyyy') : undefined
}

export const isPartOfDate = (text: string): boolean =>
  /\bm{1,2}[^a-z0-9]+y{2,4}\b/i.test(text) && formatIn(text) === undefined

export function readDate(text: string, format: DateFormat): string | undefined {
  const parts = text.trim().split(/\D+/).map(Number)
  const order = format.replaceAll(/[^dmy]/g, '').replaceAll(/(.)\1+/g, '$1')
  const partOf = (letter: string) => parts[order.indexOf(letter)] ?? Number.NaN
  const [year, month, day] = [partOf('y'), partOf('m'), partOf('d')]
  if (parts.length !== 3 || !(year >= 0)) return undefined
  const full = year < 100 ? year + (year > 50 ? 1900 : 2000) : year
  const date = new Date(Date.UTC(full, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && full < 10_000
  return isReal ? date.toISOString().slice(0, 10) : undefined
}
