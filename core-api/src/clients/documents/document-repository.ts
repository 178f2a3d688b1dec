import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

function documents(db: Database) {
  return db
    .selectFrom('documents')
    .innerJoin('files', 'files.id', 'documents.file_id')
    .leftJoin('envelopes', 'envelopes.id', 'documents.envelope_id')
    .leftJoin('session_forms', 'session_forms.id', 'envelopes.session_form_id')
    .leftJoin('sessions', 'sessions.id', 'session_forms.session_id')
    .select(['documents.id', 'documents.client_id', 'documents.file_id', 'file_name', 'documents.status'])
    .select(['documents.folder', 'signed', 'documents.notes', 'uploaded_at', 'documents.scan'])
    .select(['documents.encrypted_notes', 'documents.envelope_id'])
    .select(['session_forms.id as session_form_id', 'sessions.id as session_id', 'sessions.session_code'])
    .select(sql<boolean>`coalesce(envelopes.status = 'voided', false)`.as('voided'))
    .select(['documents.version', 'documents.field_versions'])
    .select(['files.mime_type', sql<number>`files.size::float8`.as('file_size')])
    .where('documents.deleted_at', 'is', null)
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>

export const listDocuments = (db: Database, clientId: string) =>
  documents(db)
    .where('documents.client_id', '=', clientId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('documents.id')
    .limit(5_000)
    .execute()

export const findDocuments = (db: Database, ids: string[]) =>
  documents(db).where('documents.id', 'in', ids).orderBy('uploaded_at', 'desc').orderBy('documents.id').execute()

export const findDocument = (db: Database, id: string) =>
  documents(db).where('documents.id', '=', id).executeTakeFirst()

/** Locks the document until the transaction ends. */
export async function lockDocument(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('documents').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertDocuments(db: Database, rows: Insertable<Schema['documents']>[]): Promise<void> {
  await db.insertInto('documents').values(rows).execute()
}

export async function updateDocument(
  db: Database,
  id: string,
  changes: Updateable<Schema['documents']>,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ ...changes, ...nextVersion(Object.keys(changes).filter((name) => name !== 'encrypted_notes')) })
    .where('id', '=', id)
    .execute()
}

export async function deleteDocument(db: Database, id: string): Promise<void> {
  await db.deleteFrom('documents').where('id', '=', id).execute()
}
