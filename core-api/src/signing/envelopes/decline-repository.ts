import { type Insertable, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { declinedDocument } from '../../platform/database/envelope-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function insertDecline(db: Database, row: Insertable<Schema['declines']>): Promise<void> {
  await db.insertInto('declines').values(row).execute()
}

/** Declined documents that staff have not acted on, the newest decline first, each with its newest decline. */
export function listDeclinedDocuments(db: Database, limit: number, scope: ClientScope) {
  return db
    .selectFrom('session_forms')
    .innerJoin('sessions', 'sessions.id', 'session_forms.session_id')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('declines')
          .selectAll()
          .whereRef('declines.session_form_id', '=', 'session_forms.id')
          .orderBy('declines.declined_at', 'desc')
          .limit(1)
          .as('decline'),
      (join) => join.onTrue(),
    )
    .leftJoin('envelopes', 'envelopes.id', 'decline.envelope_id')
    .select(['session_forms.id', 'session_forms.title', 'session_forms.version', 'session_forms.session_id'])
    .select(['sessions.client_id', 'sessions.session_code'])
    .select(['client_first_name', 'client_last_name', 'primary_phone as client_phone'])
    .select(['decline.id as decline_id', 'decline.declined_at', 'decline.address as declined_from'])
    .select(['decline.encrypted_reason as encrypted_decline_reason', 'decline.envelope_id as decline_envelope_id'])
    .select(
      sql<Buffer | null>`CASE WHEN decline.encrypted_reason IS NULL THEN envelopes.encrypted_signing END`.as(
        'declined_signing',
      ),
    )
    .where(declinedDocument)
    .where(clientInScope(scope))
    .orderBy(sql`decline.declined_at DESC NULLS LAST`)
    .orderBy('session_forms.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findDeclinedSession(db: Database, declineId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('declines')
    .innerJoin('session_forms', 'session_forms.id', 'declines.session_form_id')
    .select('session_forms.session_id')
    .where('declines.id', '=', declineId)
    .executeTakeFirst()
  return found?.session_id
}
