import type { TextsStopped } from '@agency/contract/texts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { phoneDigits, searchValue } from '../clients/search-keys/search-values.ts'
import {
  deleteOptOut,
  findClientsByNumber,
  findOptOuts,
  insertOptOut,
  makeTextsDue,
} from './text-opt-out-repository.ts'

/** A number as staff and clients may see it. */
export const maskNumber = (number: string): string => `•••${number.slice(-4)}`

/** Who has stopped texts to a number, and when. @param number in E.164; null for none */
export async function findTextsStopped(db: Database, number: string | null): Promise<TextsStopped | undefined> {
  return number === null ? undefined : (await findOptOuts(db, [number])).get(number)
}

interface Caller {
  db: Database
  cipher: FieldCipher
}

const byWhom = { client: 'by the client', gateway: 'by the client, as the gateway says' } as const

/**
 * Stops texts to a number, those that wait too: at the word of whoever has the phone, or because the gateway says so. The
 * trails of all clients with the number have it. Call `app.wakeOutbox()` after the transaction. Idempotent.
 */
export async function stopTexts({ db, cipher }: Caller, number: string, source: 'client' | 'gateway'): Promise<void> {
  if (!(await insertOptOut(db, { number, source, adminId: null }))) return
  await makeTextsDue(db, maskNumber(number))
  await recordOnClients({ db, cipher }, number, { action: 'client.texts-stopped', detail: byWhom[source] })
}

/** Lifts every stop of a number, at the word of whoever has the phone. Idempotent. */
export async function allowTexts({ db, cipher }: Caller, number: string): Promise<void> {
  if (!(await deleteOptOut(db, number))) return
  await recordOnClients({ db, cipher }, number, { action: 'client.texts-allowed', detail: byWhom.client })
}

async function recordOnClients(
  { db, cipher }: Caller,
  number: string,
  event: { action: string; detail: string },
): Promise<void> {
  const digits = phoneDigits(number)
  if (digits === undefined) return
  for (const clientId of await findClientsByNumber(db, digits, cipher.searchKeys(searchValue('phone', digits)))) {
    await recordSystemEvent(db, { ...event, clientId, subjectId: clientId })
  }
}

/** Stops texts to a number at the press of staff. @returns false if they were stopped already */
export async function stopTextsByStaff(db: Database, number: string, adminId: string): Promise<boolean> {
  const stopped = await insertOptOut(db, { number, source: 'staff', adminId })
  if (stopped) await makeTextsDue(db, maskNumber(number))
  return stopped
}

/** Lifts the stop of staff. That of the client itself stays. @returns false if there was none of staff */
export const allowTextsByStaff = (db: Database, number: string): Promise<boolean> => deleteOptOut(db, number, 'staff')
