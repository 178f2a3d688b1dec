import type { ClientMerge, ComparedClient, MovedKind } from '@agency/contract/client-merges'
import { type Insertable, type Selectable, sql } from 'kysely'
import { staffName } from '../../platform/database/admin-name.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { ClientTables } from '../../platform/database/schema/client-tables.ts'

/** What belongs to a person, and moves with a merge. `merges.test.ts` names the tables that stay, and why. */
export const movedTables = [
  'policies',
  'sessions',
  'documents',
  'client_notes',
  'proposals',
  'policy_proposals',
  'outbox_messages',
  'contact_changes',
] as const
type MovedTable = (typeof movedTables)[number]
/** The ids of rows, and of the tags that the kept client did not have. */
export type Moved = Partial<Record<MovedTable | 'client_tags', string[]>>

type Merge = ClientTables['client_merges']

export async function lockSessionsOf(db: Transaction, clientId: string): Promise<void> {
  const ofClient = sql`(SELECT id FROM sessions WHERE client_id = ${clientId})`
  await sql`SELECT FROM session_forms WHERE session_id IN ${ofClient} ORDER BY id FOR UPDATE`.execute(db)
  await sql`SELECT FROM sessions WHERE client_id = ${clientId} ORDER BY id FOR UPDATE`.execute(db)
}

export async function moveAll(db: Transaction, from: string, to: string): Promise<Moved> {
  const moved: Moved = {}
  for (const table of movedTables) {
    const { rows } = await sql<{ id: string }>`
      UPDATE ${sql.table(table)} SET client_id = ${to} WHERE client_id = ${from} RETURNING id`.execute(db)
    moved[table] = rows.map(({ id }) => id)
  }
  return { ...moved, client_tags: await copyTags(db, from, to) }
}

async function copyTags(db: Transaction, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ tag_id: string }>`INSERT INTO client_tags (client_id, tag_id)
    SELECT ${to}, tag_id FROM client_tags WHERE client_id = ${from} ON CONFLICT DO NOTHING RETURNING tag_id`.execute(db)
  return rows.map(({ tag_id }) => tag_id)
}

/** What signing has added to these sessions belongs to their client, by table. */
const ofSessions = (sessions: readonly string[]) => {
  const forms = sql`(SELECT id FROM session_forms WHERE session_id = ANY (${sessions}::uuid[]))`
  return {
    proposals: sql`session_form_id IN ${forms}`,
    policy_proposals: sql`session_form_id IN ${forms}`,
    documents: sql`envelope_id IN (SELECT id FROM envelopes WHERE session_form_id IN ${forms})`,
    outbox_messages: sql`session_id = ANY (${sessions}::uuid[])`,
  }
}

/** Moves back what was moved, as far as it is still there, and what came to its sessions meanwhile. */
export async function moveBack(db: Transaction, moved: Moved, from: string, to: string): Promise<void> {
  const added: Partial<Record<MovedTable, ReturnType<typeof sql>>> = ofSessions(moved.sessions ?? [])
  for (const table of movedTables) {
    await sql`UPDATE ${sql.table(table)} SET client_id = ${to}
      WHERE client_id = ${from} AND (id = ANY (${moved[table] ?? []}::uuid[]) OR ${added[table] ?? sql`false`})`.execute(
      db,
    )
  }
  await sql`DELETE FROM client_tags WHERE client_id = ${from} AND tag_id = ANY (${moved.client_tags ?? []}::uuid[])`.execute(
    db,
  )
}

/** Keeps the time from which the retention of a CVC counts, also in another record. */
export async function storeCvcTime(db: Transaction, clientId: string, at: string | null): Promise<void> {
  await db.updateTable('clients').set({ cvc_stored_at: at }).where('id', '=', clientId).execute()
}

export async function insertMerge(db: Transaction, merge: Insertable<Merge>): Promise<void> {
  await db.insertInto('client_merges').values(merge).execute()
}

export function findMerge(db: Database, keptId: string, id: string): Promise<Selectable<Merge> | undefined> {
  return db
    .selectFrom('client_merges')
    .selectAll()
    .where('id', '=', id)
    .where('kept_id', '=', keptId)
    .executeTakeFirst()
}

export async function endMerge(db: Transaction, id: string): Promise<void> {
  await db.updateTable('client_merges').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
}

export function listMerges(db: Database, keptId: string) {
  return db
    .selectFrom('client_merges')
    .innerJoin('clients', 'clients.id', 'client_merges.merged_id')
    .select(['client_merges.id', 'merged_at', 'clients.client_first_name', 'clients.client_last_name'])
    .select(staffName('client_merges.merged_by').as('merged_by'))
    .where('kept_id', '=', keptId)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .limit(100)
    .execute() satisfies Promise<Omit<ClientMerge, 'undo_until' | 'may_undo'>[]>
}

export async function describeOwned(db: Database, clientId: string) {
  const { rows } = await sql<Pick<ComparedClient, 'status' | 'owner_name' | 'team_name'> & Record<MovedKind, number>>`
    SELECT status, ${staffName('clients.owner_id')} AS owner_name,
      (SELECT name FROM teams WHERE id = clients.team_id) AS team_name,
      (SELECT count(*)::int FROM policies WHERE client_id = clients.id AND deleted_at IS NULL) AS policies,
      (SELECT count(*)::int FROM sessions WHERE client_id = clients.id) AS sessions,
      (SELECT count(*)::int FROM documents WHERE client_id = clients.id AND deleted_at IS NULL) AS documents,
      (SELECT count(*)::int FROM client_notes WHERE client_id = clients.id AND deleted_at IS NULL) AS notes,
      (SELECT count(*)::int FROM proposals WHERE client_id = clients.id AND decision IS NULL) AS proposals
    FROM clients WHERE id = ${clientId}`.execute(db)
  return rows[0]
}

/** When each field of a client was last changed, as its trail tells: milliseconds since the epoch. */
export async function findFieldTimes(db: Database, clientId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ field: string; at: number }>`
    SELECT field, (extract(epoch FROM max(at)) * 1000)::float8 AS at FROM audit_events, unnest(fields) AS field
    WHERE chain = ${clientId} AND subject_id = client_id
      AND action IN ('client.created', 'client.changed', 'client.merged', 'client.merge-undone') GROUP BY field`.execute(
    db,
  )
  return new Map(rows.map(({ field, at }) => [field, at]))
}
