import { InvalidInput } from '../../platform/errors.ts'

/**
 * What day it is somewhere, `YYYY-MM-DD`.
 * @param timeZone its IANA name @throws InvalidInput when it is none
 */
export function dayIn(timeZone: string, now: Date): string {
  try {
    // Swedish dates are written in this way.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new InvalidInput([{ field: 'time_zone', message: 'is not the name of a time zone' }])
  }
}
