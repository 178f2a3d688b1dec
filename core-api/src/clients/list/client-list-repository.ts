import type { ClientStatus } from '@agency/contract/client-fields'
import { type ClientCounts, ClientListItem } from '@agency/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import { adminName } from '../../platform/database/admin-name.ts'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { waitsForClient } from '../../platform/database/envelope-conditions.ts'
import { clientArchived, clientNotArchived } from '../../platform/database/not-archived.ts'
import { type PageIds, readPageIds } from '../../platform/database/page-ids.ts'
import { preparedMark } from '../../platform/database/prepared-statements.ts'
import { hasKey, inArchive, indexed, indexedByName, matching } from './client-conditions.ts'
import type { ClientFilter } from './client-filter.ts'
import { inOrder, type Order, tieColumn } from './client-order.ts'

export type Window = { limit: number; offset: number }

const computed: readonly string[] = ['sessions_waiting', 'owner_name', 'tags']
const ownColumns = Object.keys(ClientListItem.properties)
  .filter((name) => !computed.includes(name))
  .map((name) => `clients.${name}`)
const itemColumns = sql`${sql.raw(ownColumns.join(', '))},
  (SELECT ${adminName()} FROM admins WHERE admins.id = clients.owner_id) AS owner_name,
  coalesce(tagged.tags, '{}') AS tags, coalesce(waiting.sessions, 0) AS sessions_waiting`

const windowOf = ({ limit, offset }: Window) => sql`LIMIT ${limit} OFFSET ${offset}`

async function readIds(db: Database, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of a page without a search. The index of the order has them, so that skipped rows are not read. */
export const findPageIds = (db: Database, filter: ClientFilter, order: Order, window: Window): Promise<string[]> =>
  readIds(
    db,
    sql<{ id: string }>`SELECT id FROM clients ${matching(filter)} ORDER BY ${inOrder(order)} ${windowOf(window)}`,
  )

/** How many clients match a filter without a search. */
export async function countMatches(db: Database, filter: ClientFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM clients ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page of a search, from all matches or from the `most` that its indexes find first. */
export function findMatchingIds(
  db: Database,
  filter: ClientFilter,
  order: Order,
  window: Window,
  most?: number,
): Promise<PageIds> {
  const limit = most === undefined ? sql`` : sql`LIMIT ${sql.lit(most)}`
  // MATERIALIZED, since the planner would misjudge their number and scan the index of the order instead.
  return readPageIds(
    db,
    sql<PageIds>`WITH matches AS MATERIALIZED (
        SELECT id, ${sql.ref(order.sort)}, ${sql.ref(tieColumn(order.sort))} FROM clients ${indexed(filter)} ${limit})
      SELECT (SELECT count(*)::int FROM matches) AS total,
        ARRAY(SELECT id FROM matches AS clients ORDER BY ${inOrder(order)} ${windowOf(window)}) AS ids`,
  )
}

/** A search's page among the first `scanned` clients in order. `total` counts no further than the page and `most`. */
export function scanInOrder(
  db: Database,
  filter: ClientFilter,
  order: Order,
  window: Window,
  { scanned, most }: { scanned: number; most: number },
): Promise<PageIds> {
  // With this condition too, the scan is of the partial index of the order.
  const listed = filter.archived === 'either' ? sql`` : sql`WHERE ${inArchive(filter.archived)}`
  const counted = Math.max(most, window.offset + window.limit)
  return readPageIds(
    db,
    sql<PageIds>`WITH matches AS MATERIALIZED (SELECT id
        FROM (SELECT * FROM clients ${listed} ORDER BY ${inOrder(order)} LIMIT ${sql.lit(scanned)}) AS clients
        ${matching(filter)} LIMIT ${sql.lit(counted)})
      SELECT (SELECT count(*)::int FROM matches) AS total, ARRAY(SELECT id FROM matches ${windowOf(window)}) AS ids`,
  )
}

/** The ids of all matches, in order. */
export const findAllIds = (db: Database, filter: ClientFilter, order: Order): Promise<string[]> =>
  readIds(db, sql<{ id: string }>`SELECT id FROM clients ${matching(filter)} ORDER BY ${inOrder(order)}`)

/**
 * These clients, in the order of `ids`, without deleted ones. Prepared: planning takes longer than execution. Tags and
 * sessions are read once for all, so that a plan of the time before there were many stays fast.
 */
export async function findListItems(db: Database, ids: string[]): Promise<ClientListItem[]> {
  const { rows } = await sql<ClientListItem>`WITH tagged AS (
      SELECT client_id, array_agg(tags.name ORDER BY normal_form(tags.name)) AS tags
      FROM client_tags JOIN tags ON tags.id = tag_id WHERE client_id = ANY(${ids}::uuid[]) GROUP BY client_id),
    waiting AS (SELECT client_id, count(*)::int AS sessions FROM sessions
      WHERE client_id = ANY(${ids}::uuid[]) AND ${waitsForClient} GROUP BY client_id)
    SELECT ${itemColumns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS page (id, place)
    JOIN clients ON clients.id = page.id
    LEFT JOIN tagged ON tagged.client_id = clients.id LEFT JOIN waiting ON waiting.client_id = clients.id
    ORDER BY page.place ${preparedMark}`.execute(db)
  return rows
}

/** A query of the ids of all matches, as a part of another one. */
export const selectIds = (filter: ClientFilter): RawBuilder<unknown> =>
  sql`SELECT clients.id FROM clients ${indexed(filter)}`

/** The same without those whom only their health plan matches. */
export const selectIdsByName = (filter: ClientFilter): RawBuilder<unknown> =>
  sql`SELECT clients.id FROM clients ${indexedByName(filter)}`

/** Those of these clients that have one of the search keys (in hex). */
export const findIdsByKeys = (db: Database, keys: string[], ids: string[]): Promise<string[]> =>
  readIds(
    db,
    sql<{ id: string }>`SELECT id FROM clients WHERE id = ANY(${ids}::uuid[]) AND ${hasKey(keys)} ORDER BY id`,
  )

/** How many clients there are, by status and archived. */
export async function countByStatus(db: Database, scope: ClientScope): Promise<ClientCounts> {
  const { rows } = await sql<StatusCount>`
    SELECT status, count(*)::int AS count FROM clients
    WHERE ${clientNotArchived} AND ${clientInScope(scope)} GROUP BY status
    UNION ALL SELECT NULL, count(*)::int FROM clients WHERE ${clientArchived} AND ${clientInScope(scope)}`.execute(db)
  return countsOf(rows)
}

/** The same of those that match a filter, of whatever status and archived or not. */
export async function countMatchesByStatus(db: Database, filter: ClientFilter): Promise<ClientCounts> {
  const { rows } = await sql<StatusCount>`SELECT CASE WHEN ${clientNotArchived} THEN status END AS status,
    count(*)::int AS count FROM clients ${indexed({ ...filter, archived: 'either', status: undefined })}
    GROUP BY 1`.execute(db)
  return countsOf(rows)
}

/** Null: archived. */
interface StatusCount {
  status: ClientStatus | null
  count: number
}

function countsOf(rows: readonly StatusCount[]): ClientCounts {
  const counts: ClientCounts = { all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }
  for (const { status, count } of rows) {
    counts[status ?? 'archived'] = count
    if (status !== null) counts.all += count
  }
  return counts
}
