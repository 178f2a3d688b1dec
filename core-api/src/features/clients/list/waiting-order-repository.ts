import type { ClientListQuery } from '@agency/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { waitsForClient } from '../../../platform/database/envelope-conditions.ts'
import type { ClientFilter } from './client-filter.ts'
import {
  indexed,
  itemColumns,
  type ListPage,
  listVersion,
  type MatchRow,
  matching,
  type PageRow,
  pageOf,
  pageOfMatches,
  type Window,
} from './client-list-repository.ts'

/**
 * The client list in the order of how many sessions wait for the client; ties by first name. How many do depends on the
 * time, so no index has this order. Few clients have such sessions: they are found and sorted, and all others are in the
 * order of the index of first names.
 */

type Direction = NonNullable<ClientListQuery['order']>

const waiting = sql`(SELECT client_id, count(*)::int AS sessions_waiting FROM sessions WHERE ${waitsForClient}
  GROUP BY client_id) AS waiting`
const firstNameFirst = sql`clients.first_name_start COLLATE "und-x-icu" NULLS LAST, clients.id`

/** How many clients that match have sessions that wait. */
export async function countWithWaiting(db: Database, filter: ClientFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${waiting} JOIN clients ON clients.id = waiting.client_id
    ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const withWaiting = (filter: ClientFilter, direction: Direction, { limit, offset }: Window) =>
  sql`(SELECT clients.id, waiting.sessions_waiting FROM ${waiting} JOIN clients ON clients.id = waiting.client_id
    ${matching(filter)}
    ORDER BY waiting.sessions_waiting ${sql.raw(direction)}, ${firstNameFirst} LIMIT ${limit} OFFSET ${offset})`

/** NOT IN is checked by a hash on each row, and so keeps the order of the index. */
const withoutWaiting = (filter: ClientFilter, { limit, offset }: Window) =>
  sql`(SELECT clients.id, 0 FROM (SELECT * FROM clients ${matching(filter)}) AS clients
    WHERE clients.id NOT IN (SELECT client_id FROM ${waiting})
    ORDER BY ${firstNameFirst} LIMIT ${limit} OFFSET ${offset})`

/** The part of a page that is in the first or the second part of a list. */
function split({ limit, offset }: Window, lengthOfFirst: number): [first: Window, second: Window] {
  const inFirst = Math.min(limit, Math.max(0, lengthOfFirst - offset))
  return [
    { limit: inFirst, offset: Math.min(offset, lengthOfFirst) },
    { limit: limit - inFirst, offset: Math.max(0, offset - lengthOfFirst) },
  ]
}

/** A page of all that match. @param counts how many match in all, and how many of them have sessions that wait */
export async function findPageByWaiting(
  db: Database,
  filter: ClientFilter,
  direction: Direction,
  window: Window,
  counts: { total: number; waiting: number },
): Promise<ListPage> {
  const without = counts.total - counts.waiting
  const [first, second] = split(window, direction === 'desc' ? counts.waiting : without)
  const [some, none] = direction === 'desc' ? [first, second] : [second, first]
  const parts: RawBuilder<unknown>[] = []
  if (some.limit > 0) parts.push(withWaiting(filter, direction, some))
  if (none.limit > 0) parts.push(withoutWaiting(filter, none))
  const { rows } = await sql<PageRow>`
    SELECT ${itemColumns}, ${listVersion} AS list_version
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS page (id, waiting) JOIN clients ON clients.id = page.id
    ORDER BY page.waiting ${sql.raw(direction)}, ${firstNameFirst}`.execute(db)
  return pageOf(rows)
}

/** A page of the matches of a search that an index finds, and their count. */
export async function searchPageByWaiting(
  db: Database,
  filter: ClientFilter,
  direction: Direction,
  { limit, offset }: Window,
): Promise<ListPage & { total: number | undefined }> {
  const { rows } = await sql<MatchRow>`
    WITH matches AS MATERIALIZED (
      SELECT id, first_name_start, (SELECT count(*) FROM sessions WHERE sessions.client_id = clients.id
        AND ${waitsForClient}) AS sessions_waiting FROM clients ${indexed(filter)}
    ), page AS (
      SELECT id, sessions_waiting FROM matches AS clients
      ORDER BY sessions_waiting ${sql.raw(direction)}, ${firstNameFirst} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${itemColumns}, ${listVersion} AS list_version, (SELECT count(*)::int FROM matches) AS matches
    FROM page JOIN clients ON clients.id = page.id
    ORDER BY page.sessions_waiting ${sql.raw(direction)}, ${firstNameFirst}`.execute(db)
  return pageOfMatches(rows)
}

/** The ids of all matches. */
export async function findAllIdsByWaiting(db: Database, filter: ClientFilter, direction: Direction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT clients.id FROM clients LEFT JOIN ${waiting} ON waiting.client_id = clients.id ${matching(filter)}
    ORDER BY coalesce(waiting.sessions_waiting, 0) ${sql.raw(direction)}, ${firstNameFirst}`.execute(db)
  return rows.map(({ id }) => id)
}
