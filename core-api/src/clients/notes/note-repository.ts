import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import { staffName } from '../../platform/database/admin-name.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** The notes of a client, without deleted ones. */
const notesOf = (db: Database, clientId: string) =>
  db
    .selectFrom('client_notes')
    .select(['id', 'client_id', 'kind', 'encrypted_text', 'pinned', 'author_id', 'created_at', 'version'])
    .select(['field_versions', staffName('author_id').as('author_name')])
    .select(
      sql<number>`(SELECT count(*)::int4 FROM client_note_texts WHERE note_id = client_notes.id)`.as('former_texts'),
    )
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)

export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** Pinned ones first, then the newest. */
export const listNotes = (db: Database, clientId: string, { offset, limit }: { offset: number; limit: number }) =>
  notesOf(db, clientId)
    .orderBy('pinned', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export const findNote = (db: Database, clientId: string, id: string) =>
  notesOf(db, clientId).where('id', '=', id).executeTakeFirst()

export async function lockNote(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('client_notes').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertNote(db: Database, row: Insertable<Schema['client_notes']>): Promise<void> {
  await db.insertInto('client_notes').values(row).execute()
}

export async function updateNote(
  db: Database,
  id: string,
  { fields, row }: { fields: string[]; row: Updateable<Schema['client_notes']> },
): Promise<void> {
  await db
    .updateTable('client_notes')
    .set({ ...row, ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

export const listFormerTexts = (db: Database, noteId: string) =>
  db
    .selectFrom('client_note_texts')
    .select(['id', 'encrypted_text', 'replaced_at', 'replaced_by', staffName('replaced_by').as('replaced_by_name')])
    .where('note_id', '=', noteId)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()

export async function insertFormerText(db: Database, row: Insertable<Schema['client_note_texts']>): Promise<void> {
  await db.insertInto('client_note_texts').values(row).execute()
}
