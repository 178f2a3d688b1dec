/** Shown where a value is missing. */
export const dash = '-'

// Without Intl: its first use costs a screen 12 to 15 ms, while the browser loads the data of all languages.
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const dayLength = 86_400_000

/** The English name of a month, 1 to 12. */
export const monthName = (month: number): string => monthNames[month - 1] ?? ''

/** A stored date (`YYYY-MM-DD`) as month/day/year. It has no time zone. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${month}/${day}/${year}`
}

/** A stored date (`YYYY-MM-DD`) as in `December 4, 2026`. */
export function formatLongDate(date: string): string {
  const [year, month = 0, day] = date.split('-').map(Number)
  return `${monthName(month)} ${day}, ${year}`
}

/** A timestamp as month/day/2-digit year in the local time zone; `-` when there is none. */
export function formatShortDate(timestamp: string | null): string {
  if (timestamp === null) return dash
  const at = new Date(timestamp)
  return `${at.getMonth() + 1}/${at.getDate()}/${twoDigits(at.getFullYear() % 100)}`
}

/** The day of a timestamp in the local time zone: `Nov 22, 2026`. */
export function formatDay(timestamp: string): string {
  const at = new Date(timestamp)
  return `${monthName(at.getMonth() + 1).slice(0, 3)} ${at.getDate()}, ${at.getFullYear()}`
}

/** A timestamp with its time of day, in the local time zone: `Nov 22, 2026, 4:05 PM`. */
export function formatMoment(timestamp: string): string {
  const at = new Date(timestamp)
  const hours = at.getHours()
  const time = `${hours % 12 || 12}:${twoDigits(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
  return `${formatDay(timestamp)}, ${time}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A whole number with commas: `12,345`. */
export const formatNumber = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`

/** A follow-up date with its distance from a day, both `YYYY-MM-DD`: `December 4, 2026 (in 13 days)`. */
export function formatFollowUp(date: string, day: string): string {
  return `${formatLongDate(date)} (${relative(Math.round((Date.parse(date) - Date.parse(day)) / dayLength))})`
}

function relative(days: number): string {
  if (days === 0) return 'today'
  const count = counted(Math.abs(days), 'day')
  return days > 0 ? `in ${count}` : `${count} ago`
}

/** Whole years from a date of birth to a day, both `YYYY-MM-DD`. */
export function ageOn(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** A file's size in KB of 1024 bytes, rounded. */
export const formatSize = (bytes: number): string => `${formatNumber(Math.round(bytes / 1024))} KB`

interface Named {
  readonly client_first_name: string | null
  readonly client_last_name: string | null
}

/** A client's first and last name; empty when neither is known. */
export const clientName = ({ client_first_name, client_last_name }: Named): string =>
  `${client_first_name ?? ''} ${client_last_name ?? ''}`.trim()
