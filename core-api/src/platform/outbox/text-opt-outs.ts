import type { TextsStopped } from '@agency/contract/texts'
import type { Database } from '../database/database.ts'
import { deleteOptOut, findOptOuts, insertOptOut, makeTextsDue, type OptOut } from './text-opt-out-repository.ts'

export const maskNumber = (number: string): string => `•••${number.slice(-4)}`

/** @param numbers in E.164 */
export const findAllTextsStopped = (db: Database, numbers: string[]) => findOptOuts(db, numbers)

/** @param number in E.164; null for none */
export async function findTextsStopped(db: Database, number: string | null): Promise<TextsStopped | undefined> {
  return number === null ? undefined : (await findOptOuts(db, [number])).get(number)
}

/** Texts that wait too. Call `app.wakeOutbox()` after the transaction. @returns false if they were stopped already */
export async function storeStop(db: Database, optOut: OptOut): Promise<boolean> {
  if (!(await insertOptOut(db, optOut))) return false
  await makeTextsDue(db, maskNumber(optOut.number))
  return true
}

/** @param source of the stops that it lifts @returns false if there was none */
export const liftStop = (db: Database, number: string, source?: 'staff'): Promise<boolean> =>
  deleteOptOut(db, number, source)
