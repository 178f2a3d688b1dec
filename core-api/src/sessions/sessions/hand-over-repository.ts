import { type RawBuilder, sql } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { isAccepted } from '../../platform/database/envelope-conditions.ts'

/** @returns their positions */
export function lockDocuments(db: Transaction, sessionId: string): Promise<{ id: string; order_index: number }[]> {
  const documents = db.selectFrom('session_forms').select(['id', 'order_index']).where('session_id', '=', sessionId)
  return documents.orderBy('id').forUpdate().execute()
}

/** Stores that a session reaches its client now, once. Its version stays: no staff member edits it. */
export async function storeSent(db: Database, id: string): Promise<void> {
  const unsent = db.updateTable('sessions').where('id', '=', id).where('sent_at', 'is', null)
  await unsent.set({ sent_at: new Date().toISOString() }).execute()
}

/** Not one whose PDF is not accepted yet: it does not exist for its client. */
const isUnsent: RawBuilder<boolean> = sql<boolean>`session_forms.sent_at IS NULL
  AND session_forms.status = 'pending' AND ${isAccepted}`

/** Stores that the documents of a session, or one of them, reach their client now, once. @returns the ids of these */
export async function storeDocumentsSent(db: Database, sessionId: string, only?: string): Promise<string[]> {
  const rows = await db
    .updateTable('session_forms')
    .set({ sent_at: new Date().toISOString(), ...nextVersion(['sent_at']) })
    .where('session_id', '=', sessionId)
    .where(isUnsent)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
