/** What stands where a value is missing. */
export const dash = '-'

const numeric = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: '2-digit' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A stored date (`YYYY-MM-DD`) as month/day/year. It has no time zone, so none may move it. */
export const formatDate = (date: string): string => numeric.format(new Date(`${date}T00:00:00Z`))

/** A stored date (`YYYY-MM-DD`) as in `December 4, 2026`. */
export const formatLongDate = (date: string): string => long.format(new Date(`${date}T00:00:00Z`))

/** A timestamp as month/day/2-digit year where the reader is; `-` when there is none. */
export const formatShortDate = (timestamp: string | null): string =>
  timestamp === null ? dash : short.format(new Date(timestamp))

/** A timestamp with its time of day, where the reader is. */
export const formatMoment = (timestamp: string): string => moment.format(new Date(timestamp))

/** Today where the reader is, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** The day before today where the reader is, as `YYYY-MM-DD`. */
export const yesterday = (now = new Date()): string =>
  today(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))

/** When a day, `YYYY-MM-DD`, begins where the reader is, as a timestamp. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
