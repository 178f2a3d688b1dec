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

/** English, which may be shortened to three letters; Spanish and Portuguese, whole: `mar` could be `martes` or `marzo`. */
const weekdays = [
  'monday lunes segunda',
  'tuesday martes terca',
  'wednesday miercoles quarta',
  'thursday jueves quinta',
  'friday viernes sexta',
  'saturday sabado',
  'sunday domingo',
].map((names) => names.split(' '))
const counts = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const nearDays: Readonly<Record<string, number>> = Object.fromEntries(
  ['yesterday ayer ontem', 'today hoy hoje', 'tomorrow manana amanha', 'pasado_manana depois_de_amanha'].flatMap(
    (names, index) => names.split(' ').map((name) => [name.replaceAll('_', ' '), index - 1]),
  ),
)
const span = /^(?:in )?(?<count>\d{1,3}|[a-z]+) (?<unit>day|week|month|year)s?(?<from> from (?:now|today)| ago)?$/
const nextUnit = /^(?<which>next|last) (?<unit>week|month|year)$/
const ofWeek = /^(?:(?<which>on|this|next|last|the coming|coming) )?(?<name>[a-z]{3,})$/
/** `próximo viernes` and `sexta que vem` are the first ones after the day. */
const ofWeekInSpanish =
  /^(?:el |n[oa] |(?<which>n?est[ea]) )?(?:proxim[oa] )?(?<name>[a-z]{5,})(?: feira)?(?: proxim[oa]| que (?:viene|vem))?$/

/**
 * A date that is told from a day: `tomorrow`, `friday` (the first one after it), `next friday` (of the week that begins
 * with the next Monday), `in 2 weeks`, `3 months ago`; in Spanish and Portuguese the near days and those of the week.
 * Null for any other text.
 * @param day `YYYY-MM-DD` @returns `YYYY-MM-DD`
 */
export function readRelativeDate(text: string, day: string): string | null {
  const words = normalForm(text)
  const near = nearDays[words]
  if (near !== undefined) return shifted(day, 'day', near)
  const next = nextUnit.exec(words)?.groups
  if (next !== undefined) return shifted(day, next.unit ?? '', next.which === 'next' ? 1 : -1)
  const { count, unit, from } = span.exec(words)?.groups ?? {}
  // `2 days` alone tells no direction.
  if (
    count !== undefined &&
    unit !== undefined &&
    (words.startsWith('in ') ? from === undefined : from !== undefined)
  ) {
    const number = /^\d/.test(count) ? Number(count) : /^an?$/.test(count) ? 1 : counts.indexOf(count)
    return number < 0 ? null : shifted(day, unit, from === ' ago' ? -number : number)
  }
  const today = (new Date(day).getUTCDay() + 6) % 7
  const english = ofWeek.exec(words)?.groups
  const weekday = weekdays.findIndex(([whole]) => english?.name !== undefined && whole?.startsWith(english.name))
  if (weekday >= 0) return shifted(day, 'day', daysTo(weekday, today, english?.which))
  const { which, name = '' } = ofWeekInSpanish.exec(words)?.groups ?? {}
  const named = weekdays.findIndex(([, ...names]) => names.includes(name))
  return named < 0 ? null : shifted(day, 'day', daysTo(named, today, which && 'this'))
}

/** The days from one weekday to another, both from Monday as 0. */
function daysTo(weekday: number, from: number, which: string | undefined): number {
  if (which === 'next') return 7 - from + weekday
  if (which === 'last') return -(((from - weekday + 6) % 7) + 1)
  const days = (weekday - from + 7) % 7
  return days === 0 && which !== 'this' ? 7 : days
}

/** A day moved by days, weeks, months or years; within a month at most to its last day. */
function shifted(day: string, unit: string, by: number): string {
  const date = new Date(day)
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + by * (unit === 'week' ? 7 : 1))
  else {
    const dayOfMonth = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() + by * (unit === 'year' ? 12 : 1))
    if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  }
  return date.toISOString().slice(0, 10)
}
