import type { Insertable } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function insertPolicyProposal(db: Database, row: Insertable<Schema['policy_proposals']>): Promise<void> {
  await db.insertInto('policy_proposals').values(row).execute()
}

const ofClient = (db: Database, clientId: string) =>
  db
    .selectFrom('policy_proposals')
    .innerJoin('session_forms', 'session_forms.id', 'policy_proposals.session_form_id')
    .select([
      'policy_proposals.id',
      'policy_proposals.encrypted_values',
      'policy_proposals.session_form_id',
      'session_forms.session_id',
      'session_forms.title as document',
      'policy_proposals.created_at',
      'policy_proposals.decision',
    ])
    .where('policy_proposals.client_id', '=', clientId)

export type PolicyProposalRow = Awaited<ReturnType<typeof listOpenPolicyProposals>>[number]

/** A client's undecided ones, oldest first: ids are UUIDv7. */
export const listOpenPolicyProposals = (db: Database, clientId: string) =>
  ofClient(db, clientId)
    .where('policy_proposals.decision', 'is', null)
    .orderBy('policy_proposals.id')
    .limit(200)
    .execute()

export const lockPolicyProposal = (db: Transaction, clientId: string, id: string) =>
  ofClient(db, clientId).where('policy_proposals.id', '=', id).forUpdate('policy_proposals').executeTakeFirst()

export async function decidePolicyProposal(
  db: Database,
  id: string,
  { decision, adminId }: { decision: 'accepted' | 'dismissed'; adminId: string },
): Promise<void> {
  await db
    .updateTable('policy_proposals')
    .set({ decision, decided_at: new Date().toISOString(), decided_by: adminId })
    .where('id', '=', id)
    .execute()
}
