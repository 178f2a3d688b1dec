import { type Insertable, type NotNull, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Adds the entry of a sealed document. @returns false if the envelope has one already, deleted or not */
export async function insertFiledDocument(db: Database, row: Insertable<Schema['documents']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('documents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** Envelopes with a sealed document that is not filed, also voided ones: their sealed copy is kept. */
export function listUnfiledEnvelopes(db: Database, limit: number) {
  return db
    .selectFrom('envelopes')
    .innerJoin('session_forms', 'session_forms.id', 'envelopes.session_form_id')
    .innerJoin('sessions', 'sessions.id', 'session_forms.session_id')
    .select(['envelopes.id as envelope_id', 'envelopes.sealed_file_id', 'envelopes.completed_at'])
    .select(['sessions.client_id', 'session_forms.title', 'session_forms.folder'])
    .$narrowType<{ sealed_file_id: NotNull; completed_at: NotNull }>()
    .where('envelopes.sealed_file_id', 'is not', null)
    .where('envelopes.completed_at', 'is not', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM documents
        WHERE documents.envelope_id = envelopes.id OR documents.file_id = envelopes.sealed_file_id)`,
    )
    .orderBy('envelopes.id')
    .limit(limit)
    .execute()
}

/** Marks a signed document as deleted. Its row stays, with the reason; a filed one goes on naming its sealed file. */
export async function markDeleted(
  db: Database,
  id: string,
  deletion: { encrypted_reason: Buffer | null; file_id?: null },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ deleted_at: sql`now()`, ...deletion })
    .where('id', '=', id)
    .execute()
}
