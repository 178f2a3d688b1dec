import type { Insertable, Selectable, Updateable } from 'kysely'
import { nextVersion } from '../concurrency/row-version.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

type Table = Schema['agency_settings']
export type StoredAgency = Omit<Selectable<Table>, 'id' | 'logo'>

const columns = [
  'name',
  'phone',
  'website',
  'address',
  'color',
  'logo_file',
  'sender_name',
  'sender_address',
  'version',
  'field_versions',
] as const

export const findStoredAgency = (db: Database): Promise<StoredAgency | undefined> =>
  db.selectFrom('agency_settings').select(columns).executeTakeFirst()

/** Locks the row until the transaction ends; the first change makes it. */
export async function lockStoredAgency(trx: Transaction, first: Insertable<Table>): Promise<StoredAgency> {
  await trx
    .insertInto('agency_settings')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx.selectFrom('agency_settings').select(columns).forUpdate().executeTakeFirstOrThrow()
}

export async function updateStoredAgency(
  trx: Transaction,
  changes: Updateable<Table>,
  fields: string[],
): Promise<void> {
  await trx
    .updateTable('agency_settings')
    .set({ ...changes, ...nextVersion(fields) })
    .execute()
}

export async function findStoredLogo(db: Database, file: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('agency_settings').select('logo').where('logo_file', '=', file).executeTakeFirst()
  return row?.logo ?? undefined
}
