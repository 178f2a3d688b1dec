import { normalForm } from './normal-form.ts'

/** English, Spanish and Portuguese; each may be shortened to three letters. */
const monthsByName = [
  'january enero janeiro',
  'february febrero fevereiro',
  'march marzo marco',
  'april abril',
  'may mayo maio',
  'june junio junho',
  'july julio julho',
  'august agosto',
  'september septiembre setiembre setembro',
  'october octubre outubro',
  'november noviembre novembro',
  'december diciembre dezembro',
].map((names) => names.split(' '))
const weekday =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?: feira)?) /
/** Before a day and a month: `mar 15 de junio` is a Tuesday, `mar 15` in March. */
const shortWeekday = /^(?:lun|mar|mie|jue|vie|sab|dom|seg|ter|qua|qui|sex) (?=\d{1,2} (?:de )?[a-z]{3})/
const named = [
  /^(?<name>[a-z]{3,}) ?(?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|o|ro|er)? ?(?<name>[a-z]{3,}) ?(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4}) (?<name>[a-z]{3,}) (?<day>\d{1,2})$/,
]

export interface NamedDate {
  /** As it was written: two digits stand for no single year. */
  readonly year: string
  readonly month: number
  readonly day: number
}

/** A date with the name of its month, such as `June 15, 1985` or `15 de junio de 1985`; null for any other text. */
export function readNamedDate(text: string): NamedDate | null {
  const words = normalForm(text)
    .replace(weekday, '')
    .replace(shortWeekday, '')
    .replace(/^the /, '')
    .replace(/ (?:de|del|of)(?= )/g, '')
  const {
    name,
    day,
    year = '',
  } = named.map((pattern) => pattern.exec(words)?.groups).find((groups) => groups !== undefined) ?? {}
  if (name === undefined) return null
  const month = monthsByName.findIndex((names) => names.some((whole) => whole.startsWith(name))) + 1
  return month === 0 ? null : { year, month, day: Number(day) }
}
