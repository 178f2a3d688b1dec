import type { ClientStatus } from '@agency/contract/client-fields'
import { type ClientCounts, ClientListItem } from '@agency/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { waitsForClient } from '../../platform/database/envelope-conditions.ts'
import { clientArchived, clientNotArchived } from '../../platform/database/not-archived.ts'
import { preparedMark } from '../../platform/database/prepared-statements.ts'
import { hasKey, inArchive, indexed, matching } from './client-conditions.ts'
import type { ClientFilter } from './client-filter.ts'
import { inOrder, type Order, reversed, tieColumn } from './client-order.ts'
import { listVersion } from './list-version-repository.ts'

export type Window = { limit: number; offset: number }

/** A page with the version of the list that it was read from. */
export interface ListPage {
  rows: ClientListItem[]
  version: string
}
/** How many clients match in a version of the list. */
export interface ListTotal {
  total: number
  version: string
}

const ownColumns = Object.keys(ClientListItem.properties)
  .filter((name) => name !== 'sessions_waiting')
  .map((name) => `clients.${name}`)
const itemColumns = sql`${sql.raw(ownColumns.join(', '))}, (SELECT count(*)::int FROM sessions
  WHERE sessions.client_id = clients.id AND ${waitsForClient}) AS sessions_waiting`
/** Up to this offset, reading the skipped rows is cheaper than finding the page's ids first. */
const nearEnough = 200

/** Those of these clients, or of all, that have one of the search keys (in hex). */
export async function findIdsByKeys(db: Database, keys: string[], ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM client_searches WHERE id = ANY(${ids}::uuid[]) AND ${hasKey(keys)} ORDER BY id ${preparedMark}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A row of a page. Without clients there is one row, of the version alone. */
type PageRow = ClientListItem & { list_version: string; matches?: number }
/** A row of a search, with the number of all matches. */
type MatchRow = PageRow & { matches: number }

const pageOf = (rows: PageRow[]): ListPage => ({
  rows: rows.flatMap(({ list_version: _, matches: __, ...row }) => (row.id === null ? [] : [row])),
  version: rows[0]?.list_version ?? '',
})

/** The most common page of the apps: its limit is in the text of the statement, so that the planner knows it. */
const usualLimit = 50
/** Statements of more words are not prepared: each connection keeps those that are. */
const usualWords = 2

/** Planning a page takes longer than reading it. Pages that are asked for all the time are prepared. */
function preparedIfUsual({ words, followUp, proposing }: ClientFilter, order: Order, { limit }: Window) {
  const isUsual = words.length <= usualWords && !followUp && !proposing
  return isUsual && limit === usualLimit && order.sort === 'client_last_name' ? preparedMark : sql``
}
const windowOf = ({ limit, offset }: Window) =>
  sql`LIMIT ${limit === usualLimit ? sql.lit(limit) : limit} OFFSET ${offset === 0 ? sql.lit(0) : offset}`

/** The rows of clients in the order of an array of ids, each with the columns of `list`, which has one row. */
const inOrderOf = (ids: RawBuilder<unknown>, list: RawBuilder<unknown>) =>
  sql`SELECT list.*, ${itemColumns} FROM (${list}) AS list LEFT JOIN (unnest(${ids}) WITH ORDINALITY AS page (id, place)
    JOIN clients ON clients.id = page.id) ON true ORDER BY page.place`

interface PageParts {
  /** WITH, for the expression of the ids. */
  begin?: RawBuilder<unknown>
  end?: RawBuilder<unknown>
  /** An expression of the versions that the page depends on. */
  version?: RawBuilder<unknown>
}

/** The clients of an expression that is an array of ids, in its order. */
export async function readPageOf(
  db: Database,
  ids: RawBuilder<unknown>,
  { begin = sql``, end = sql``, version = listVersion }: PageParts = {},
): Promise<ListPage> {
  const list = sql`SELECT ${version} AS list_version`
  const { rows } = await sql<PageRow>`${begin} ${inOrderOf(ids, list)} ${end}`.execute(db)
  return pageOf(rows)
}

/** The clients whose ids a query selects, in its order. The ids come first, by an index-only scan. */
const readPage = (db: Database, ids: RawBuilder<unknown>, end = sql``) => readPageOf(db, sql`ARRAY(${ids})`, { end })

/** A page, by a scan of the order's index from the first client. */
export async function findPage(db: Database, filter: ClientFilter, order: Order, window: Window) {
  const from = sql`FROM clients ${matching(filter)} ORDER BY ${inOrder(order)} ${windowOf(window)}`
  if (window.offset > nearEnough) return readPage(db, sql`SELECT id ${from}`)
  const isFirst = window.offset === 0 && filter.words.length === 0
  const { rows } = await sql<PageRow>`
    SELECT ${itemColumns}, ${listVersion} AS list_version ${from}
    ${isFirst ? preparedIfUsual(filter, order, window) : sql``}`.execute(db)
  return pageOf(rows)
}

/** A page, by a scan from the last client. @param window counted from the end */
export const findPageFromEnd = (db: Database, filter: ClientFilter, order: Order, window: Window) =>
  readPage(
    db,
    sql`SELECT id FROM (SELECT id, row_number() OVER () AS place FROM (
      SELECT id FROM clients ${matching(filter)} ORDER BY ${reversed(order)} ${windowOf(window)}
    ) AS backwards) AS backwards ORDER BY place DESC`,
  )

/** The part of a page that is among the first `reach` clients in order. */
export function findPageWithin(db: Database, filter: ClientFilter, order: Order, window: Window, reach: number) {
  // With this condition too, the scan is of the partial index of the order.
  const scanned = filter.archived === 'either' ? sql`` : sql`WHERE ${inArchive(filter.archived)}`
  return readPage(
    db,
    sql`SELECT id FROM (SELECT * FROM clients ${scanned} ORDER BY ${inOrder(order)} LIMIT ${sql.lit(reach)}) AS clients
      ${matching(filter)} ${windowOf(window)}`,
    window.offset === 0 ? preparedIfUsual(filter, order, window) : sql``,
  )
}

/** The page of a query of matches, which has their ids, and the number of all matches. */
export async function readMatches(
  db: Database,
  matches: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
  { end = sql``, version = listVersion }: Omit<PageParts, 'begin'> = {},
): Promise<ListPage & ListTotal> {
  const list = sql`SELECT ${version} AS list_version, (SELECT count(*)::int FROM matches) AS matches`
  // MATERIALIZED, since the planner would misjudge their number and scan the index of the order instead, for seconds.
  const { rows } = await sql<MatchRow>`
    WITH matches AS MATERIALIZED (${matches}) ${inOrderOf(sql`ARRAY(${ids})`, list)} ${end}`.execute(db)
  return { ...pageOf(rows), total: rows[0]?.matches ?? 0 }
}

/** A page of all matches of a search, which an index finds, and their count. */
export const searchPage = (db: Database, filter: ClientFilter, order: Order, window: Window) =>
  readMatches(
    db,
    sql`SELECT id, ${sql.ref(order.sort)}, ${sql.ref(tieColumn(order.sort))} FROM client_searches AS clients
      ${indexed(filter)}`,
    sql`SELECT id FROM matches AS clients ORDER BY ${inOrder(order)} ${windowOf(window)}`,
    { end: window.offset === 0 ? preparedIfUsual(filter, order, window) : sql`` },
  )

/** A query of the ids of all matches, as a part of another one. */
export const selectIds = (filter: ClientFilter): RawBuilder<unknown> =>
  sql`SELECT clients.id FROM client_searches AS clients ${indexed(filter)}`

/** The ids of all matches, in order. */
export async function findAllIds(db: Database, filter: ClientFilter, order: Order): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients ${matching(filter)} ORDER BY ${inOrder(order)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of all matches in a version of the list, in order. */
export interface ListPositions {
  /** 16 bytes each. */
  ids: Buffer
  version: string
}

/** Reads the ids as bytes: 100,000 texts would keep the service busy for longer than the database. */
export async function findPositions(db: Database, filter: ClientFilter, order: Order): Promise<ListPositions> {
  const { rows } = await sql<{ ids: Buffer | null; version: string }>`
    SELECT string_agg(uuid_send(id), ''::bytea ORDER BY place) AS ids, ${listVersion} AS version
    FROM (SELECT id, row_number() OVER (ORDER BY ${inOrder(order)}) AS place FROM clients ${matching(filter)}) AS placed
    `.execute(db)
  return { ids: rows[0]?.ids ?? Buffer.alloc(0), version: rows[0]?.version ?? '' }
}

/** These clients, in the order of `ids`. @param version the SQL expression of the version in the answer */
export const findListItems = (db: Database, ids: string[], version = listVersion): Promise<ListPage> =>
  readPageOf(db, sql`${ids}::uuid[]`, { version, end: preparedMark })

export async function countMatches(db: Database, filter: ClientFilter): Promise<ListTotal> {
  const { rows } = await sql<ListTotal>`
    SELECT count(*)::int AS total, ${listVersion} AS version
    FROM ${sql.raw(filter.words.length > 0 || filter.scope ? 'client_searches AS clients' : 'clients')} ${indexed(filter)}`.execute(
    db,
  )
  const [counted] = rows
  if (!counted) throw new Error('A count gave no row')
  return counted
}

/** The same for three letters that are searched for alone (`countedTerm`), as triggers keep it. */
export async function countTerm(db: Database, term: string): Promise<ListTotal> {
  const { rows } = await sql<ListTotal>`SELECT coalesce(sum(clients), 0)::int AS total, ${listVersion} AS version
    FROM search_counters WHERE term = ${term} ${preparedMark}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('A count gave no row')
  return counted
}

/** How many clients there are, by status and archived, in a version of the list. */
export interface ListCounts {
  counts: ClientCounts
  version: string
}

export async function countByStatus(db: Database, scope: ClientScope): Promise<ListCounts> {
  // The scan of some clients reads the narrow copy; all clients are counted by an index of the table.
  const counted = sql.raw(scope === 'all' ? 'clients' : 'client_searches AS clients')
  const { rows } = await sql<{ status: ClientStatus | null; count: number; version: string }>`
    SELECT status, count(*)::int AS count, ${listVersion} AS version FROM ${counted}
    WHERE ${clientNotArchived} AND ${clientInScope(scope)} GROUP BY status
    UNION ALL SELECT NULL, count(*)::int, ${listVersion} FROM ${counted}
    WHERE ${clientArchived} AND ${clientInScope(scope)}`.execute(db)
  const counts: ClientCounts = { all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }
  for (const { status, count } of rows) {
    counts[status ?? 'archived'] = count
    if (status !== null) counts.all += count
  }
  return { counts, version: rows[0]?.version ?? '' }
}
