import { listedFields } from '@agency/contract/client-list-columns'
import type { ClientKeepers } from '@agency/contract/clients'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared-statements.ts'
import type { ClientsTable, ClientTables } from '../../platform/database/schema/client-tables.ts'

export async function hasClients(db: Database): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** All but what is computed from the others, of which the arrays of keys take as long to read as the rest. */
const columns = [
  ...listedFields.map(({ name }) => name),
  ...(['id', 'profile', 'encrypted_identity', 'encrypted_payment', 'encrypted_logins', 'encrypted_family'] as const),
  ...(['encrypted_profile', 'cvc_stored_at', 'owner_id', 'team_id', 'archived_at', 'merged_into'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
]
export type ClientRow = Pick<Selectable<ClientsTable>, (typeof columns)[number]>

const readClient = preparedStatement<ClientRow>(`SELECT ${columns.join(', ')} FROM clients WHERE id = $1`)

export async function findClient(db: Database, id: string): Promise<ClientRow | undefined> {
  const [row] = await readClient(db, id)
  return row
}

const readClients = preparedStatement<ClientRow>(
  `SELECT ${columns.join(', ')} FROM clients WHERE id = ANY ($1::uuid[])`,
)

export const findClients = (db: Database, ids: string[]): Promise<ClientRow[]> =>
  ids.length === 1 && ids[0] !== undefined ? readClient(db, ids[0]) : readClients(db, ids)

/** Locks the row, not its key: holders of its audit chain may add rows that refer to it, without a deadlock. */
export function lockClient(db: Transaction, id: string): Promise<ClientRow | undefined> {
  return db.selectFrom('clients').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export const lockClients = (db: Database, ids: string[]): Promise<ClientRow[]> =>
  db.selectFrom('clients').select(columns).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

export async function findMergedInto(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('clients').select('merged_into').where('id', '=', id).executeTakeFirst()
  return row?.merged_into ?? undefined
}

export async function findTags(db: Database, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM tags JOIN client_tags ON tag_id = tags.id
    WHERE client_id = ${clientId} ORDER BY normal_form(name)`.execute(db)
  return rows.map(({ name }) => name)
}

export async function hasClient(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export function findContact(db: Database, id: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'client_first_name', 'client_last_name', 'primary_email', 'primary_phone'])
    .select(['profile', 'encrypted_profile'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockPlainProfiles(db: Transaction, limit: number) {
  return db
    .selectFrom('clients')
    .select(['id', 'profile', 'encrypted_profile'])
    .where(sql<boolean>`encrypted_profile IS NULL AND profile <> 'null'::jsonb`)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Replaces plain profiles by encrypted ones. Content, version and time stay the same. */
export async function storeEncryptedProfiles(
  db: Database,
  rows: { id: string; encrypted_profile: Buffer | null }[],
): Promise<void> {
  await sql`UPDATE clients SET profile = 'null', encrypted_profile = encrypted.profile
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.encrypted_profile)}::bytea[])
      AS encrypted (id, profile)
    WHERE clients.id = encrypted.id`.execute(db)
}

export async function findOverdueCvcs(db: Database, days: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where('cvc_stored_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertClients(db: Database, rows: Insertable<ClientsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('clients').values(rows).execute()
}

export function updateClient(
  db: Database,
  { id, ...row }: Omit<Insertable<ClientsTable>, 'version' | 'created_at' | 'updated_at'>,
  version: number,
): Promise<ClientRow> {
  return db
    .updateTable('clients')
    .set({ ...row, version, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

type ClientVersion = Omit<Insertable<ClientsTable>, 'created_at' | 'owner_id' | 'team_id' | 'archived_at'>

/** Stores the next versions of clients, by one statement. All of them exist, since they are locked. Without `updated_at`, it is now. */
export async function updateClients(db: Database, rows: ClientVersion[]): Promise<ClientRow[]> {
  const [first] = rows
  if (!first) return []
  const given = Object.keys(first).filter((column) => column !== 'id')
  const excluded = Object.fromEntries(given.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]))
  return db
    .insertInto('clients')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...excluded, updated_at: sql`excluded.updated_at` }))
    .returning(columns)
    .execute()
}

/** For changes of what no search key depends on: the keys stay those of the present version. */
const nextVersionWithKeys = {
  version: sql<number>`version + 1`,
  updated_at: sql<string>`now()`,
  search_keys_version: sql<number>`CASE WHEN search_keys_version = version THEN version + 1 ELSE search_keys_version END`,
}

export function updateApart(
  db: Database,
  id: string,
  changes: { archived_at: string | null; merged_into?: string | null; cvc_stored_at?: string | null },
): Promise<ClientRow> {
  return db
    .updateTable('clients')
    .set({ ...changes, ...nextVersionWithKeys })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function insertClientChanges(
  db: Database,
  changes: { client_id: string; version: number; field: string; previous_digest: Buffer }[],
): Promise<void> {
  if (changes.length === 0) return
  // Arrays, since the fields of many clients are more values than a statement may have.
  await sql`INSERT INTO client_changes (client_id, version, field, previous_digest)
    SELECT * FROM unnest(${changes.map((each) => each.client_id)}::uuid[], ${changes.map((each) => each.version)}::int[],
      ${changes.map((each) => each.field)}::text[], ${changes.map((each) => each.previous_digest)}::bytea[])`.execute(
    db,
  )
}

export async function insertChangedValues(db: Database, values: ClientTables['client_change_values'][]): Promise<void> {
  if (values.length > 0) await db.insertInto('client_change_values').values(values).execute()
}

/** For each field changed after `version`, the digest of its value at that version. */
export async function digestsSince(db: Database, clientId: string, version: number): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('client_changes')
    .distinctOn('field')
    .select(['field', 'previous_digest'])
    .where('client_id', '=', clientId)
    .where('version', '>', version)
    .orderBy('field')
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ field, previous_digest }) => [field, previous_digest]))
}

/** The fields of these clients that were changed after these versions. */
export async function listChangesSince(db: Database, clients: readonly { id: string; version: number }[]) {
  if (clients.length === 0) return []
  const { rows } = await sql<{ client_id: string; field: string }>`SELECT DISTINCT client_id, field FROM client_changes
    JOIN unnest(${clients.map(({ id }) => id)}::uuid[], ${clients.map(({ version }) => version)}::int[])
      AS since (id, version) ON since.id = client_id AND client_changes.version > since.version
    ORDER BY client_id, field`.execute(db)
  return rows
}

export type KeptBy = { owner_id: string } | { team_id: string }

const keptBy = (by: KeptBy) =>
  'owner_id' in by ? sql<boolean>`owner_id = ${by.owner_id}` : sql<boolean>`team_id = ${by.team_id}`

export async function countKept(db: Database, by: KeptBy): Promise<number> {
  const { count } = await db
    .selectFrom('clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(keptBy(by))
    .executeTakeFirstOrThrow()
  return count
}

export async function findKept(db: Database, by: KeptBy): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('id').where(keptBy(by)).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export function lockKeepers(db: Transaction, ids: readonly string[], scope: ClientScope) {
  return db
    .selectFrom('clients')
    .select(['id', 'owner_id', 'team_id', sql<boolean>`archived_at IS NOT NULL`.as('archived')])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where(clientInScope(scope))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export function updateKeepers(db: Database, ids: readonly string[], { owner_id, team_id }: ClientKeepers) {
  return db
    .updateTable('clients')
    .set({
      ...(owner_id !== undefined && { owner_id }),
      ...(team_id !== undefined && { team_id }),
      ...nextVersionWithKeys,
    })
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .returning(['id', 'version'])
    .execute()
}
