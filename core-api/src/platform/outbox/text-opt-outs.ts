import type { TextsStopped } from '@agency/contract/texts'
import type { Database } from '../database/database.ts'
import {
  deleteOptOut,
  findOptOuts,
  insertOptOut,
  makeTextsDue,
  type OptOut,
  type StopFilter,
} from './text-opt-out-repository.ts'

/** A number as staff and clients may see it. */
export const maskNumber = (number: string): string => `•••${number.slice(-4)}`

/** Who has stopped texts to numbers, and when; by number. @param numbers in E.164 */
export const findAllTextsStopped = (db: Database, numbers: string[]) => findOptOuts(db, numbers)

/** Who has stopped texts to a number, and when. @param number in E.164; null for none */
export async function findTextsStopped(db: Database, number: string | null): Promise<TextsStopped | undefined> {
  return number === null ? undefined : (await findOptOuts(db, [number])).get(number)
}

/**
 * Stops texts to a number, those that wait too. Call `app.wakeOutbox()` after the transaction.
 * @returns false if they were stopped already
 */
export async function storeStop(db: Database, optOut: OptOut): Promise<boolean> {
  if (!(await insertOptOut(db, optOut))) return false
  await makeTextsDue(db, maskNumber(optOut.number))
  return true
}

/** Lifts the stop of a number. @param only of which stops @returns false if there was none */
export const liftStop = (db: Database, number: string, only?: StopFilter): Promise<boolean> =>
  deleteOptOut(db, number, only)
