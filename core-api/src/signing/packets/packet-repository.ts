import { type NotNull, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export type SealedDocument = Awaited<ReturnType<typeof listSealedDocuments>>[number]

/** Leaves out voided ones: their envelopes are no longer `completed`. */
export function listSealedDocuments(db: Database, sessionId: string) {
  return db
    .selectFrom('session_forms')
    .innerJoin('envelopes', 'envelopes.session_form_id', 'session_forms.id')
    .innerJoin('files', 'files.id', 'envelopes.sealed_file_id')
    .select(['session_forms.title', 'files.id as file_id', 'files.sha256', sql<number>`files.size::float8`.as('size')])
    .select(['envelopes.id as envelope_id', 'envelopes.signed_at', 'envelopes.completed_at'])
    .$narrowType<{ signed_at: NotNull; completed_at: NotNull }>()
    .where('session_forms.session_id', '=', sessionId)
    .where('envelopes.status', '=', 'completed')
    .orderBy('session_forms.order_index')
    .orderBy('session_forms.id')
    .limit(1_000)
    .execute()
}
