import type { Insertable } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function insertProposals(db: Database, rows: Insertable<Schema['proposals']>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('proposals').values(rows).execute()
}

/** A client's undecided proposals, oldest first: ids are UUIDv7. */
export function listOpenProposals(db: Database, clientId: string) {
  return db
    .selectFrom('proposals')
    .innerJoin('session_forms', 'session_forms.id', 'proposals.session_form_id')
    .select([
      'proposals.id',
      'proposals.field',
      'proposals.encrypted_value',
      'proposals.session_form_id',
      'session_forms.session_id',
      'session_forms.title as document',
      'proposals.created_at',
    ])
    .where('proposals.client_id', '=', clientId)
    .where('decision', 'is', null)
    .orderBy('proposals.id')
    .limit(1_000)
    .execute()
}

export type OpenProposal = Awaited<ReturnType<typeof listOpenProposals>>[number]

export function lockProposal(db: Transaction, clientId: string, id: string) {
  return db
    .selectFrom('proposals')
    .innerJoin('session_forms', 'session_forms.id', 'proposals.session_form_id')
    .select(['proposals.id', 'field', 'encrypted_value', 'decision', 'session_forms.session_id'])
    .where('proposals.id', '=', id)
    .where('proposals.client_id', '=', clientId)
    .forUpdate('proposals')
    .executeTakeFirst()
}

export async function decideProposal(
  db: Database,
  id: string,
  decided: { decision: 'accepted' | 'dismissed'; adminId: string | null; encrypted_value: Buffer },
): Promise<void> {
  const { adminId: decided_by, ...stored } = decided
  const decision = { ...stored, decided_by, decided_at: new Date().toISOString() }
  await db.updateTable('proposals').set(decision).where('id', '=', id).execute()
}

export async function undecideProposal(db: Database, id: string, encrypted_value: Buffer): Promise<void> {
  const undecided = { encrypted_value, decision: null, decided_at: null, decided_by: null }
  await db.updateTable('proposals').set(undecided).where('id', '=', id).execute()
}
