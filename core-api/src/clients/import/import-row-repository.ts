import type { ImportDecision, ImportResult, ImportRowsQuery } from '@agency/contract/client-imports'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { missingFrom } from '../list/where-conditions.ts'

type Rows = Schema['client_import_rows']
export type StoredRow = Selectable<Rows>

export async function insertRows(db: Database, rows: Insertable<Rows>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('client_import_rows').values(rows).execute()
}

export async function deleteRows(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('client_import_rows').where('import_id', '=', importId).execute()
}

export async function updateRow(db: Database, id: string, changes: Updateable<Rows>): Promise<void> {
  await db.updateTable('client_import_rows').set(changes).where('id', '=', id).execute()
}

/** Rows of a filter, in their order. */
export function listRows(
  db: Database,
  importId: string,
  { outcome }: ImportRowsQuery,
  page: { after: number; limit: number; offset: number },
) {
  let rows = db
    .selectFrom('client_import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('number', '>', page.after)
  if (outcome !== undefined) rows = rows.where(matches(outcome))
  return rows.orderBy('number').limit(page.limit).offset(page.offset).execute()
}

const matches = (outcome: NonNullable<ImportRowsQuery['outcome']>) =>
  outcome === 'undecided'
    ? sql<boolean>`(outcome = 'ambiguous' AND decision IS NULL)`
    : sql<boolean>`(outcome = ${outcome} OR result = ${outcome} OR policy = ${outcome})`

export async function countRows(db: Database, importId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{
    outcome: string
    result: string | null
    policy: string | null
    undecided: boolean
    count: number
  }>`
    SELECT outcome, result, policy, outcome = 'ambiguous' AND decision IS NULL AS undecided, count(*)::int AS count
    FROM client_import_rows WHERE import_id = ${importId} GROUP BY 1, 2, 3, 4`.execute(db)
  const counts: Record<string, number> = {}
  for (const { outcome, result, policy, undecided, count } of rows) {
    for (const name of [outcome, result, policy, undecided ? 'undecided' : null]) {
      if (name !== null) counts[name] = (counts[name] ?? 0) + count
    }
  }
  return counts
}

export const findRow = (db: Database, importId: string, number: number): Promise<StoredRow | undefined> =>
  db
    .selectFrom('client_import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .executeTakeFirst()

/** What rows that are not decided ask, the most frequent question first. */
export async function countQuestions(db: Database, importId: string) {
  const { rows } = await sql<{ question: string; count: number }>`SELECT question, count(*)::int AS count
    FROM client_import_rows WHERE import_id = ${importId} AND outcome = 'ambiguous' AND decision IS NULL
      AND question IS NOT NULL GROUP BY question ORDER BY count(*) DESC, question LIMIT 20`.execute(db)
  return rows
}

/**
 * Decides all ambiguous rows that are not decided, or those with one question. An update is of the only candidate: among
 * several, staff choose.
 */
export async function decideRows(
  db: Database,
  importId: string,
  { decision, question }: { decision: ImportDecision; question?: string | undefined },
): Promise<void> {
  await sql`UPDATE client_import_rows SET decision = ${decision},
      client_id = CASE WHEN ${decision} = 'update' THEN (SELECT id FROM clients WHERE id = candidates[1]) END
    WHERE import_id = ${importId} AND outcome = 'ambiguous' AND decision IS NULL
      AND question IS NOT DISTINCT FROM coalesce(${question ?? null}, question)
      AND (${decision} <> 'update' OR cardinality(candidates) = 1 OR (cardinality(candidates) = 0 AND same_as IS NOT NULL))`.execute(
    db,
  )
}

/** Rows of one person follow the row that names them: those that are above it come after all others. */
const isAboveFirst = sql<boolean>`coalesce(same_as > number, false)`

const lockRows = (db: Database, importId: string, limit: number) =>
  db.selectFrom('client_import_rows').selectAll().where('import_id', '=', importId).limit(limit).forNoKeyUpdate()

/** The next rows that the run has not done, locked until the transaction ends. @param done how many it has, in this order */
export async function lockRowsToRun(
  db: Database,
  importId: string,
  { limit, done }: { limit: number; done: number },
): Promise<StoredRow[]> {
  const left = lockRows(db, importId, limit).where('result', 'is', null).orderBy('number')
  // So that rows that are done are not read again: a row has a number above that of the rows before it.
  const rows = await left.where('number', '>', done).where(isAboveFirst, '=', false).execute()
  return rows.length > 0 ? rows : left.execute()
}

/** The next rows that the revert has not done, the last first. @param hasFamilies whether some may be above their first row */
export async function lockRowsToRevert(
  db: Database,
  importId: string,
  { limit, hasFamilies }: { limit: number; hasFamilies: boolean },
): Promise<StoredRow[]> {
  const left = lockRows(db, importId, limit).where('result', 'in', ['created', 'updated']).orderBy('number', 'desc')
  const rows = hasFamilies ? await left.where(isAboveFirst, '=', true).execute() : []
  return rows.length > 0 ? rows : left.execute()
}

/** Marks rows as done without a change. */
export async function endRows(db: Database, ids: string[], result: 'skipped' | 'failed'): Promise<void> {
  if (ids.length > 0) await db.updateTable('client_import_rows').set({ result }).where('id', 'in', ids).execute()
}

/** The version of clients that the last import of them, or a certain one, has made or seen. */
export async function findImportedVersions(db: Database, ids: readonly string[], importId?: string) {
  const { rows } = await sql<{ id: string; version: number }>`SELECT client_id AS id, max(client_version) AS version
    FROM client_import_rows WHERE client_id = ANY(${ids}::uuid[]) AND client_version IS NOT NULL
      AND import_id = coalesce(${importId ?? null}::uuid, import_id) GROUP BY client_id`.execute(db)
  return rows
}

/** Marks rows as created, with their clients. */
export async function endCreated(db: Database, rows: { id: string; clientId: string }[]): Promise<void> {
  await sql`UPDATE client_import_rows AS stored SET result = 'created', client_id = given.client_id, client_version = 1
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ clientId }) => clientId)}::uuid[])
      AS given (id, client_id) WHERE stored.id = given.id`.execute(db)
}

interface UpdatedRow {
  id: string
  clientId: string
  version: number
  former: Buffer | null
  reasons: StoredRow['reasons']
}

/** Marks rows as updated, or as skipped if they changed nothing. */
export async function endUpdated(db: Database, rows: readonly UpdatedRow[]): Promise<void> {
  await sql`UPDATE client_import_rows AS stored SET client_id = given.client_id, client_version = given.version,
      encrypted_former = given.former, reasons = given.reasons, result = CASE WHEN given.former IS NULL THEN 'skipped' ELSE 'updated' END
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ clientId }) => clientId)}::uuid[],
      ${rows.map(({ version }) => version)}::int[], ${rows.map(({ former }) => former)}::bytea[],
      ${rows.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[])
      AS given (id, client_id, version, former, reasons) WHERE stored.id = given.id`.execute(db)
}

/** A row that has changed more than fields of its client. */
export async function markUpdated(db: Database, id: string): Promise<void> {
  const row = db.updateTable('client_import_rows').set({ result: 'updated' })
  await row.where('id', '=', id).where('result', '=', 'skipped').execute()
}

interface RevertedRow {
  row: StoredRow
  kept: string[]
  version: number
}

/** Marks rows as reverted, or as kept. */
export async function endReverted(db: Database, rows: readonly RevertedRow[]): Promise<void> {
  const ids = rows.map(({ row }) => row.id)
  await sql`UPDATE client_import_rows AS stored SET kept = string_to_array(given.kept, ','),
      result = CASE WHEN given.kept = '' THEN 'reverted' ELSE 'kept' END
    FROM unnest(${ids}::uuid[], ${rows.map(({ kept }) => kept.join())}::text[]) AS given (id, kept)
    WHERE stored.id = given.id`.execute(db)
  const untouched = rows.filter(({ row, version }) => version === (row.client_version ?? 0) + 1)
  await passVersions(
    db,
    untouched.map(({ row }) => row.id),
    { of: 'client_id', version: 'client_version' },
  )
}

/**
 * Where a revert of these rows has made the next version, which holds what the former one held: gives that one to the rows
 * that made the former one, of this and other imports, and so on as far back as rows follow one another without an edit.
 */
export async function passVersions(
  db: Database,
  ids: readonly string[],
  by: { of: 'client_id'; version: 'client_version' } | { of: 'policy_id'; version: 'policy_version' },
): Promise<void> {
  if (ids.length === 0) return
  const of = (row: string) => sql.ref(`${row}.${by.of}`)
  const version = (row: string) => sql.ref(`${row}.${by.version}`)
  // In one pass, whatever plan is chosen: a table that grows within minutes has statistics of before.
  const { rows } = await sql<{ id: string }>`SELECT id FROM (
      SELECT former.id, ${version('given')} - ${version('former')} AS behind,
        dense_rank() OVER (PARTITION BY given.id ORDER BY ${version('former')} DESC) AS nth
      FROM client_import_rows AS given JOIN client_import_rows AS former ON former.client_id = given.client_id
      WHERE given.id = ANY(${[...ids]}::uuid[]) AND ${of('former')} = ${of('given')}
        AND former.result IN ('created', 'updated') AND ${version('former')} < ${version('given')}
    ) AS ranked WHERE nth = behind`.execute(db)
  const passed = rows.map(({ id }) => id)
  await sql`UPDATE client_import_rows SET ${sql.ref(by.version)} = ${sql.ref(by.version)} + 2
    WHERE id = ANY(${passed}::uuid[])`.execute(db)
}

/** The clients of rows of an import, by number: of one that is not done, that of the row of its person. */
export async function clientsOfRows(db: Database, importId: string, numbers: number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: number; client_id: string }>`
    WITH RECURSIVE named AS (
      SELECT number, client_id, same_as FROM client_import_rows
        WHERE import_id = ${importId} AND number = ANY(${numbers}::int[])
      UNION SELECT named.number, above.client_id, above.same_as FROM named
        JOIN client_import_rows AS above ON above.import_id = ${importId} AND above.number = named.same_as
        WHERE named.client_id IS NULL)
    SELECT number, client_id FROM named WHERE client_id IS NOT NULL`.execute(db)
  return new Map(rows.map(({ number, client_id }) => [number, client_id]))
}

/** Those of these clients that rows of an import are of. */
export async function clientsInImport(
  db: Database,
  importId: string,
  { clientIds, results }: { clientIds: string[]; results: readonly ImportResult[] },
): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('client_import_rows')
    .select('client_id')
    .where('import_id', '=', importId)
    .where('client_id', 'in', clientIds)
    .where('result', 'in', results)
    .execute()
  return new Set(rows.flatMap(({ client_id }) => client_id ?? []))
}

/** The clients of rows of other imports with some ids of another system, by the HMAC of the id. */
export async function clientsOfOtherIds(db: Database, keys: readonly Buffer[]) {
  const { rows } = await sql<{
    key: string
    client_id: string
  }>`SELECT DISTINCT encode(other_id_digest, 'hex') AS key, client_id
    FROM client_import_rows WHERE other_id_digest = ANY(${[...keys]}::bytea[]) AND client_id IS NOT NULL
      AND result IN ('created', 'updated', 'skipped')`.execute(db)
  return rows
}

/** Deletes the values of an import's rows. What they made stays. */
export async function eraseValues(db: Database, importId: string): Promise<void> {
  await db
    .updateTable('client_import_rows')
    .set({ encrypted_values: null, encrypted_former: null, encrypted_policy: null })
    .where('import_id', '=', importId)
    .execute()
}

const missing = (importId: string) => sql`FROM clients WHERE ${clientNotArchived} AND ${missingFrom(importId)}`

interface MissingRow {
  id: string
  name: string
}

/** Clients of the former import who are in no row of this one, by name. */
export async function listMissing(db: Database, importId: string, page: { limit: number; offset: number }) {
  const { rows } = await sql<MissingRow>`
    SELECT id, trim(coalesce(client_first_name, '') || ' ' || coalesce(client_last_name, '')) AS name
    ${missing(importId)} ORDER BY client_last_name, client_first_name, id
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db)
  return rows
}

export async function countMissing(db: Database, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${missing(importId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the run does with rows that it has not done, by kind. */
export const intendedOf = ({ decision, outcome }: StoredRow) => decision ?? outcome
