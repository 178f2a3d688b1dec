const timeZone = 'America/New_York'
const short = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: '2-digit', timeZone })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })

/** A timestamp as month/day/2-digit year, where the tests' browser is; '-' when there is none. */
export const shortDate = (timestamp: string | null): string =>
  timestamp === null ? '-' : short.format(new Date(timestamp))

/** A timestamp with its time of day, where the tests' browser is. */
export const dateAndTime = (timestamp: string): string => moment.format(new Date(timestamp))
