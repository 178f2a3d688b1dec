import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export async function insertEnvelope(db: Database, row: Insertable<Schema['envelopes']>): Promise<void> {
  await db.insertInto('envelopes').values(row).execute()
}

export function findEnvelope(db: Database, id: string) {
  return db.selectFrom('envelopes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The envelope, kept from changing until the transaction ends. */
export function lockEnvelope(db: Database, id: string) {
  return db.selectFrom('envelopes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function updateEnvelope(
  db: Database,
  id: string,
  changes: Updateable<Schema['envelopes']>,
): Promise<void> {
  await db.updateTable('envelopes').set(changes).where('id', '=', id).execute()
}
