/** Shown where a value is missing. */
export const dash = '-'

const numeric = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: '2-digit' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const dayLength = 86_400_000

/** A stored date (`YYYY-MM-DD`) as month/day/year. It has no time zone. */
export const formatDate = (date: string): string => numeric.format(new Date(`${date}T00:00:00Z`))

/** A stored date (`YYYY-MM-DD`) as in `December 4, 2026`. */
export const formatLongDate = (date: string): string => long.format(new Date(`${date}T00:00:00Z`))

/** A timestamp as month/day/2-digit year in the local time zone; `-` when there is none. */
export const formatShortDate = (timestamp: string | null): string =>
  timestamp === null ? dash : short.format(new Date(timestamp))

/** A timestamp with its time of day, in the local time zone. */
export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp))

/** A number with its noun: `1 form`, `3 forms`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

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

/** A phone number as xxx-xxx-xxxx when it has ten digits (or eleven with a leading 1); any other text unchanged. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^\d{10}$/.test(digits) ? digits.replace(/^(...)(...)/, '$1-$2-') : phone
}

/** A file's size in KB of 1024 bytes, rounded. */
export const formatSize = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en-US')} KB`

interface Named {
  readonly client_first_name: string | null
  readonly client_last_name: string | null
}

/** A client's first and last name; empty when neither is known. */
export const clientName = ({ client_first_name, client_last_name }: Named): string =>
  `${client_first_name ?? ''} ${client_last_name ?? ''}`.trim()
