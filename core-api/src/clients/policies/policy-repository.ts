import { type Insertable, type Selectable, sql } from 'kysely'
import { type FieldVersions, nextVersion } from '../../platform/concurrency/row-version.ts'
import { staffName } from '../../platform/database/admin-name.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

const plainColumns = [
  'policies.id',
  'client_id',
  'carrier_id',
  'line',
  'product',
  'encrypted_number',
  'encrypted_member_id',
  'encrypted_application_id',
  'status',
  'status_date',
  'submitted_date',
  'effective_date',
  'term_date',
  'renewal_date',
  'premium',
  'subsidy',
  'net_premium',
  'mode',
  'binder_paid_date',
  'encrypted_covered',
  'writing_agent',
  'agent_of_record',
  'encrypted_notes',
  'created_at',
  'updated_at',
  'version',
  'field_versions',
] as const

const policies = (db: Database) =>
  db
    .selectFrom('policies')
    .select(plainColumns)
    .select([
      sql<string>`(SELECT name FROM carriers WHERE carriers.id = policies.carrier_id)`.as('carrier_name'),
      sql<string[]>`ARRAY(SELECT document_id FROM policy_documents
        WHERE policy_id = policies.id ORDER BY document_id)`.as('document_ids'),
    ])
    .where('deleted_at', 'is', null)

const policiesOf = (db: Database, clientId: string) => policies(db).where('client_id', '=', clientId)

/** Policies by their ids or by those of their clients, of each client active ones first, then the newest. */
export const findPolicies = (db: Database, by: 'policies.id' | 'client_id', ids: readonly string[]) =>
  policies(db)
    .select([nameOfClient('client_first_name'), nameOfClient('client_last_name')])
    .where(sql<boolean>`${sql.ref(by)} = ANY(${ids}::uuid[])`)
    .orderBy(sql`status <> 'active'`)
    .orderBy(sql`effective_date DESC NULLS LAST`)
    .orderBy('id', 'desc')
    .execute()

const nameOfClient = <Name extends 'client_first_name' | 'client_last_name'>(name: Name) =>
  sql<string | null>`(SELECT ${sql.ref(name)} FROM clients WHERE clients.id = policies.client_id)`.as(name)

export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>

/** Active ones first, then the newest. */
export const listPolicies = (db: Database, clientId: string) =>
  policiesOf(db, clientId)
    .orderBy(sql`status <> 'active'`)
    .orderBy(sql`effective_date DESC NULLS LAST`)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()

export const findPolicy = (db: Database, clientId: string, id: string) =>
  policiesOf(db, clientId).where('policies.id', '=', id).executeTakeFirst()

export type StatusRow = Awaited<ReturnType<typeof listStatuses>>[number]

/** The statuses that these policies have and had; of each, the present one first. */
export const listStatuses = (db: Database, policyIds: string[]) =>
  db
    .selectFrom('policy_statuses')
    .select(['id', 'policy_id', 'status', 'date', 'encrypted_reason', 'recorded_at'])
    .select(staffName('recorded_by').as('recorded_by_name'))
    .where('policy_id', 'in', policyIds)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(10_000)
    .execute()

type Row = Insertable<Schema['policies']>

export async function insertPolicies(db: Database, rows: Row[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('policies').values(rows).execute()
}

export async function insertStatuses(db: Database, rows: Insertable<Schema['policy_statuses']>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('policy_statuses').values(rows).execute()
}

export async function updateStatus(
  db: Database,
  id: string,
  row: Pick<Insertable<Schema['policy_statuses']>, 'date' | 'encrypted_reason' | 'recorded_by'>,
): Promise<void> {
  await db.updateTable('policy_statuses').set(row).where('id', '=', id).execute()
}

export async function deletePresentStatuses(db: Database, policyIds: string[]): Promise<void> {
  if (policyIds.length === 0) return
  await sql`DELETE FROM policy_statuses WHERE id IN (SELECT DISTINCT ON (policy_id) id FROM policy_statuses
    WHERE policy_id = ANY(${policyIds}::uuid[]) ORDER BY policy_id, date DESC, id DESC)`.execute(db)
}

export async function deletePolicies(db: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('policies').where('id', 'in', ids).execute()
}

/** Locks policies until the transaction ends, in the order of their ids. @returns those that are not deleted */
export const lockPolicies = (db: Database, ids: string[]) =>
  db
    .selectFrom('policies')
    .select(['id', 'client_id', 'version', 'field_versions'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores the next versions of locked policies, by one statement. @param fields those that change */
export async function updatePolicies(
  db: Database,
  edits: readonly { row: Row; version: number; fields: readonly string[] }[],
): Promise<void> {
  const [first] = edits
  if (!first) return
  const updated_at = new Date().toISOString()
  const rows = edits.map(({ row, version, fields }) => {
    const changed = Object.fromEntries(fields.map((field) => [field, version + 1]))
    return { ...row, updated_at, version: version + 1, field_versions: changed }
  })
  const columns = [...Object.keys(first.row), 'updated_at', 'version'].filter((column) => column !== 'id')
  const excluded = Object.fromEntries(columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]))
  const field_versions = sql<FieldVersions>`policies.field_versions || excluded.field_versions`
  await db
    .insertInto('policies')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...excluded, field_versions }))
    .execute()
}

export async function markDeleted(db: Database, id: string): Promise<void> {
  const now = new Date().toISOString()
  await db
    .updateTable('policies')
    .set({ deleted_at: now, updated_at: now, ...nextVersion([]) })
    .where('id', '=', id)
    .execute()
}

/** @returns how many of them are documents of the client */
export async function replaceDocuments(
  db: Database,
  { id, clientId }: { id: string; clientId: string },
  documentIds: readonly string[],
): Promise<number> {
  await db.deleteFrom('policy_documents').where('policy_id', '=', id).execute()
  if (documentIds.length === 0) return 0
  const { rows } = await sql`INSERT INTO policy_documents (policy_id, document_id)
    SELECT ${id}::uuid, documents.id FROM documents WHERE documents.client_id = ${clientId}
      AND documents.id = ANY(${[...documentIds]}::uuid[]) AND documents.deleted_at IS NULL RETURNING document_id`.execute(
    db,
  )
  return rows.length
}

/** Locks the next policies after an id whose search keys were made with another master key. */
export const lockOnOtherKeys = (
  db: Database,
  { newest, after, limit }: { newest: Buffer; after: string; limit: number },
) =>
  db
    .selectFrom('policies')
    .select(['id', 'encrypted_number', 'encrypted_member_id', 'encrypted_application_id'])
    .where('id', '>', after)
    .where('search_key_id', '<>', newest)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

/** Stores new search keys. Version and time of the policy stay the same. */
export async function storePolicyKeys(
  db: Database,
  id: string,
  keys: Pick<Selectable<Schema['policies']>, 'search_keys' | 'search_key_id'>,
): Promise<void> {
  await db.updateTable('policies').set(keys).where('id', '=', id).execute()
}

export async function countOnOtherKeys(db: Database, newest: Buffer): Promise<number> {
  const { count } = await db
    .selectFrom('policies')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('search_key_id', '<>', newest)
    .executeTakeFirstOrThrow()
  return count
}
