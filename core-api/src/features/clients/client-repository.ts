import type { ClientCounts, ClientListItem, ClientListQuery, ClientSortColumn } from 'contract/clients'
import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { ClientsTable, Schema } from '../../database/schema.ts'

const listColumns = [
  'id',
  'client_first_name',
  'client_last_name',
  'dob',
  'next_f_u_date',
  'current_health_plan_name',
  'status',
  'primary_email',
  'primary_phone',
  'updated_at',
  'version',
] as const

type Clients = SelectQueryBuilder<Schema, 'clients', Record<never, never>>

/** A page of clients and how many match in all. */
export async function listClients(
  db: Database,
  query: ClientListQuery,
): Promise<{ rows: ClientListItem[]; total: number }> {
  const { sort = 'client_last_name', order = 'asc', limit, offset = 0 } = query
  const matching = narrow(db.selectFrom('clients'), query)
  const direction = sql.raw(order)
  let page = matching.select(listColumns).orderBy(sql`${sortKey(sort)} ${direction} nulls last, id`)
  if (limit !== undefined) page = page.limit(limit).offset(offset)
  // Two plain statements: the planner walks the sort index for the first and counts for the second.
  const rows = await page.execute()
  if (limit === undefined) return { rows, total: rows.length }
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

function narrow(clients: Clients, { q, status }: ClientListQuery): Clients {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  let narrowed = status ? clients.where('status', '=', status) : clients
  for (const word of words) narrowed = narrowed.where('search_text', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return narrowed
}

function sortKey(column: ClientSortColumn) {
  const reference = sql.ref(column)
  return column === 'dob' || column === 'next_f_u_date' ? reference : sql`${reference} collate "und-x-icu"`
}

export async function countClients(db: Database): Promise<ClientCounts> {
  const counts: ClientCounts = { all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0 }
  const rows = await db
    .selectFrom('clients')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute()
  for (const { status, count } of rows) {
    counts[status] = count
    counts.all += count
  }
  return counts
}

export function findClient(db: Database, id: string): Promise<Selectable<ClientsTable> | undefined> {
  return db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The row, kept from changing until the transaction ends. */
export function lockClient(db: Database, id: string): Promise<Selectable<ClientsTable> | undefined> {
  return db.selectFrom('clients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** What a client's own session may see: of this client alone, nothing sealed. */
export function findClientProjection(db: Database, id: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'client_first_name', 'client_last_name', sql<string | null>`profile->>'pref_lang'`.as('pref_lang')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Some clients whose CVC has been stored for longer than so many days. */
export async function findOverdueCvcs(db: Database, days: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where('cvc_stored_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function insertClient(db: Database, row: Insertable<ClientsTable>): Promise<Selectable<ClientsTable>> {
  return db.insertInto('clients').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateClient(
  db: Database,
  { id, ...row }: Omit<Insertable<ClientsTable>, 'version' | 'created_at' | 'updated_at'>,
  version: number,
): Promise<Selectable<ClientsTable>> {
  return db
    .updateTable('clients')
    .set({ ...row, version, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertClientChanges(
  db: Database,
  changes: { client_id: string; version: number; field: string; previous_digest: Buffer }[],
): Promise<void> {
  if (changes.length > 0) await db.insertInto('client_changes').values(changes).execute()
}

/** For each field changed after `version`: the digest of what it was at that version. */
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
