import type { SelectionResult } from '@agency/contract/client-selections'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'
import type { Schema } from '../../platform/database/schema.ts'

type Selections = Schema['client_selections']
export type SelectionRecord = Selectable<Selections>

export async function insertSelection(db: Database, row: Insertable<Selections>): Promise<void> {
  await db.insertInto('client_selections').values(row).execute()
}

export const findSelection = (db: Database, id: string): Promise<SelectionRecord | undefined> =>
  db.selectFrom('client_selections').selectAll().where('id', '=', id).executeTakeFirst()

export const lockSelection = (db: Database, id: string): Promise<SelectionRecord | undefined> =>
  db.selectFrom('client_selections').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function updateSelection(db: Database, id: string, changes: Updateable<Selections>): Promise<void> {
  await db.updateTable('client_selections').set(changes).where('id', '=', id).execute()
}

export async function countFound(db: Database, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (${ids}) AS found`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listFound(db: Database, selectionId: string, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`INSERT INTO client_selection_rows (selection_id, client_id)
    SELECT ${selectionId}::uuid, found.id FROM (${ids}) AS found ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows)
}

/** A query of those of these clients that are in a scope, and not archived. */
export const selectVisible = (ids: readonly string[], scope: ClientScope): RawBuilder<unknown> =>
  sql`SELECT clients.id FROM clients WHERE clients.id = ANY(${[...ids]}::uuid[])
    AND ${clientNotArchived} AND ${clientInScope(scope)}`

export async function findAmong(
  db: Database,
  query: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM (${query}) AS found
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const lockRows = (
  db: Database,
  selectionId: string,
  { result, limit }: { result: SelectionResult | null; limit: number },
) =>
  db
    .selectFrom('client_selection_rows')
    .select(['client_id', 'former'])
    .where('selection_id', '=', selectionId)
    .where('result', result === null ? 'is' : '=', result)
    .orderBy('client_id')
    .limit(limit)
    .forUpdate()
    .execute()

export interface Outcome {
  clientId: string
  result: SelectionResult
  reason?: string
  former?: string
}

export async function endRows(db: Database, selectionId: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`UPDATE client_selection_rows AS rows SET result = ended.result, reason = ended.reason,
      former = coalesce(ended.former, rows.former)
    FROM unnest(${outcomes.map(({ clientId }) => clientId)}::uuid[], ${outcomes.map(({ result }) => result)}::text[],
      ${outcomes.map(({ reason }) => reason ?? null)}::text[], ${outcomes.map(({ former }) => former ?? null)}::text[])
      AS ended (client_id, result, reason, former)
    WHERE rows.selection_id = ${selectionId} AND rows.client_id = ended.client_id`.execute(db)
}

export async function countResults(db: Database, selectionId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ result: SelectionResult; count: number }>`SELECT result, count(*)::int AS count
    FROM client_selection_rows WHERE selection_id = ${selectionId} AND result IS NOT NULL GROUP BY 1`.execute(db)
  return Object.fromEntries(rows.map(({ result, count }) => [result, count]))
}

export async function listRows(
  db: Database,
  selectionId: string,
  { scope, limit, offset }: { scope: ClientScope; limit: number; offset: number },
) {
  const { rows } = await sql<{
    client_id: string
    name: string
    result: SelectionResult | null
    reason: string | null
  }>`
    SELECT client_id, concat_ws(' ', client_first_name, client_last_name) AS name, result, reason
    FROM client_selection_rows JOIN clients ON clients.id = client_id
    WHERE selection_id = ${selectionId} AND ${clientInScope(scope)}
    ORDER BY reason IS NULL, client_id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}
