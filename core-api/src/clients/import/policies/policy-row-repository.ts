import type { ImportPolicyOutcome } from '@agency/contract/import-policies'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Problem } from '../../../platform/errors.ts'

/** Those of these rows that were done and are of a client, in their order. */
export async function rowsOfClients(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('client_import_rows')
    .select(['id', 'number', 'client_id', 'policy'])
    .where('id', 'in', ids)
    .where('result', 'in', ['created', 'updated', 'skipped'])
    .where('client_id', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ client_id, ...row }) => (client_id === null ? [] : [{ ...row, client_id }]))
}

/** The policies that rows of an import have added or changed, by the number of the row. */
export async function policiesOfRows(db: Database, importId: string, numbers: number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('client_import_rows')
    .select(['number', 'policy_id'])
    .where('import_id', '=', importId)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.flatMap(({ number, policy_id: id }) => (id === null ? [] : [[number, id]])))
}

/** The clients with policies that have one of some numbers, by its HMAC. */
export async function clientsOfNumbers(db: Database, numbers: readonly { n: number; key: Buffer }[]) {
  const { rows } = await sql<{ n: number; client_id: string }>`SELECT DISTINCT n, client_id
    FROM unnest(${numbers.map(({ n }) => n)}::int[], ${numbers.map(({ key }) => key)}::bytea[]) AS given (n, key)
    JOIN policies ON search_keys && ARRAY[key] AND deleted_at IS NULL`.execute(db)
  return rows
}

interface DoneRow {
  id: string
  outcome: ImportPolicyOutcome | null
  policyId: string | null
  version: number | null
  former: Buffer | null
  reasons: readonly Problem[]
}

/** Marks rows with what was done to their policies. A row that left its client as it was has changed something too. */
export async function endPolicies(db: Database, rows: readonly DoneRow[]): Promise<void> {
  await sql`UPDATE client_import_rows AS stored SET policy = given.outcome, policy_id = given.policy_id,
      policy_version = given.version, encrypted_policy = given.former, reasons = stored.reasons || given.reasons,
      result = CASE WHEN stored.result = 'skipped' AND given.policy_id IS NOT NULL THEN 'updated' ELSE stored.result END
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ policyId }) => policyId)}::uuid[], ${rows.map(({ version }) => version)}::int[],
      ${rows.map(({ former }) => former)}::bytea[], ${rows.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[])
      AS given (id, outcome, policy_id, version, former, reasons) WHERE stored.id = given.id`.execute(db)
}

/** Marks reverted rows as kept, with the fields of their policies that were edited since. */
export async function keepPolicies(db: Database, rows: readonly { id: string; fields: string[] }[]): Promise<void> {
  await sql`UPDATE client_import_rows AS stored SET result = 'kept', kept = kept || string_to_array(given.fields, ',')
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ fields }) => fields.join())}::text[])
      AS given (id, fields) WHERE stored.id = given.id`.execute(db)
}
