import type { SessionForm, SessionFormStatus } from 'contract/session-forms'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

function sessionForms(db: Database) {
  return db
    .selectFrom('session_forms')
    .innerJoin('sessions', 'sessions.id', 'session_forms.session_id')
    .leftJoin('files', 'files.id', 'session_forms.file_id')
    .leftJoin('envelopes', (join) =>
      join
        .onRef('envelopes.session_form_id', '=', 'session_forms.id')
        .on('envelopes.status', 'not in', ['declined', 'voided']),
    )
    .leftJoin('files as sealed', 'sealed.id', 'envelopes.sealed_file_id')
    .select([
      'session_forms.id',
      'session_forms.session_id',
      'session_forms.form_id',
      'session_forms.title',
      'session_forms.type',
      'session_forms.folder',
      'session_forms.notes',
      'session_forms.source',
      'session_forms.source_template_id',
      'session_forms.status',
      'session_forms.order_index',
      'session_forms.requires_signature',
      'session_forms.file_id',
      'session_forms.created_at',
      'session_forms.sent_at',
      'session_forms.read_at',
      'session_forms.signed_at',
      'session_forms.completed_at',
      'files.pages',
      'envelopes.id as envelope_id',
      'envelopes.sealed_file_id',
      'envelopes.error',
      'sessions.client_id',
    ])
    .select([
      sql<boolean>`session_forms.file_id is not null`.as('has_file'),
      sql<string | null>`encode(sealed.sha256, 'hex')`.as('sealed_sha256'),
    ])
}

/** A session form, with what its owner and its files are. */
export type SessionFormRow = SessionForm & { client_id: string; file_id: string | null; sealed_file_id: string | null }

export function listSessionForms(db: Database, sessionId: string): Promise<SessionFormRow[]> {
  return sessionForms(db)
    .where('session_forms.session_id', '=', sessionId)
    .orderBy('order_index')
    .orderBy('session_forms.id')
    .limit(1_000)
    .execute()
}

/** @param sessionId where given, only a form of this session is found */
export function findSessionForm(db: Database, id: string, sessionId?: string): Promise<SessionFormRow | undefined> {
  const found = sessionForms(db).where('session_forms.id', '=', id)
  return (sessionId === undefined ? found : found.where('session_forms.session_id', '=', sessionId)).executeTakeFirst()
}

/** Keeps the form from changing until the transaction ends. */
export async function lockSessionForm(db: Database, id: string): Promise<void> {
  await db.selectFrom('session_forms').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertSessionForm(db: Database, row: Insertable<Schema['session_forms']>): Promise<void> {
  await db.insertInto('session_forms').values(row).execute()
}

export async function updateSessionForm(
  db: Database,
  id: string,
  changes: Updateable<Schema['session_forms']>,
): Promise<void> {
  await db
    .updateTable('session_forms')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteSessionForm(db: Database, id: string): Promise<void> {
  await db.deleteFrom('session_forms').where('id', '=', id).execute()
}

export async function listFormStatuses(db: Database, sessionId: string): Promise<SessionFormStatus[]> {
  const rows = await db.selectFrom('session_forms').select('status').where('session_id', '=', sessionId).execute()
  return rows.map(({ status }) => status)
}

/** One more than the highest place taken in the session. */
export async function nextOrderIndex(db: Database, sessionId: string): Promise<number> {
  const { next } = await db
    .selectFrom('session_forms')
    .select(sql<number>`coalesce(max(order_index) + 1, 0)`.as('next'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return next
}
