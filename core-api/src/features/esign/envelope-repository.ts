import type { Insertable, NotNull, Updateable } from 'kysely'
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

/**
 * The completed envelope whose sealed document has this hash; the hash of an original finds none. Signing and storing
 * the sealed document fill in what is nullable.
 */
export function findSealedByHash(db: Database, sha256: Buffer) {
  return db
    .selectFrom('files')
    .innerJoin('envelopes', 'envelopes.sealed_file_id', 'files.id')
    .select(['envelopes.id as envelope_id', 'envelopes.signed_at', 'envelopes.completed_at', 'files.pages'])
    .select(['envelopes.status', 'envelopes.sealed_signing'])
    .$narrowType<{ signed_at: NotNull; completed_at: NotNull; pages: NotNull }>()
    .where('files.sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
}
