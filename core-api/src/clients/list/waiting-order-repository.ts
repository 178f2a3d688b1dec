import type { ClientListQuery } from '@agency/contract/clients'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { waitsForClient } from '../../platform/database/envelope-conditions.ts'
import { indexed, matching } from './client-conditions.ts'
import type { ClientFilter } from './client-filter.ts'
import { type ListPage, type ListTotal, readMatches, readPageOf, type Window } from './client-list-repository.ts'
import { listVersionWithWaiting, waitingSessions } from './list-version-repository.ts'

/**
 * The client list in the order of how many sessions wait for the client; ties by first name. This number changes with
 * time, so no index has this order. Few clients have such sessions: they are found and sorted, and all others are in the
 * order of the index of first names.
 */

type Direction = NonNullable<ClientListQuery['order']>

const waiting = sql`${waitingSessions} AS waiting`
const firstNameFirst = sql`clients.first_name_start COLLATE "und-x-icu" NULLS LAST, clients.id`

/**
 * A page of all that match: those with waiting sessions and the others are two lists, one after the other.
 * @param total how many match in all
 */
export function findPageByWaiting(
  db: Database,
  filter: ClientFilter,
  direction: Direction,
  { limit, offset }: Window,
  total: number,
): Promise<ListPage> {
  const counted = sql`(SELECT count(*) FROM waiting_clients)`
  const first = sql`LIMIT ${limit} OFFSET ${offset}`
  const lengthOfFirst = direction === 'desc' ? counted : sql`(${total} - ${counted})`
  const second = sql`LIMIT greatest(0, least(${limit}, ${limit + offset} - ${lengthOfFirst}))
    OFFSET greatest(0, ${offset} - ${lengthOfFirst})`
  // NOT IN is checked by a hash on each row, and so keeps the order of the index.
  const lists = {
    with: sql`SELECT id FROM waiting_clients AS clients
      ORDER BY sessions_waiting ${sql.raw(direction)}, ${firstNameFirst}`,
    without: sql`SELECT id FROM (SELECT * FROM clients ${matching(filter)}) AS clients
      WHERE id NOT IN (SELECT id FROM waiting_clients) ORDER BY ${firstNameFirst}`,
  }
  const ids =
    direction === 'desc'
      ? sql`ARRAY(${lists.with} ${first}) || ARRAY(${lists.without} ${second})`
      : sql`ARRAY(${lists.without} ${first}) || ARRAY(${lists.with} ${second})`
  return readPageOf(db, ids, {
    version: listVersionWithWaiting,
    begin: sql`WITH waiting_clients AS MATERIALIZED (SELECT id, first_name_start, sessions_waiting
      FROM ${waiting} JOIN client_searches AS clients ON clients.id = waiting.client_id ${matching(filter)})`,
  })
}

/** A page of the matches of a search that an index finds, and their count. */
export const searchPageByWaiting = (
  db: Database,
  filter: ClientFilter,
  direction: Direction,
  { limit, offset }: Window,
): Promise<ListPage & ListTotal> =>
  readMatches(
    db,
    sql`SELECT id, first_name_start, (SELECT count(*) FROM sessions WHERE sessions.client_id = clients.id
      AND ${waitsForClient}) AS sessions_waiting FROM client_searches AS clients ${indexed(filter)}`,
    sql`SELECT id FROM matches AS clients
      ORDER BY sessions_waiting ${sql.raw(direction)}, ${firstNameFirst} LIMIT ${limit} OFFSET ${offset}`,
    { version: listVersionWithWaiting },
  )

/** The ids of all matches. */
export async function findAllIdsByWaiting(db: Database, filter: ClientFilter, direction: Direction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT clients.id FROM clients LEFT JOIN ${waiting} ON waiting.client_id = clients.id ${matching(filter)}
    ORDER BY coalesce(waiting.sessions_waiting, 0) ${sql.raw(direction)}, ${firstNameFirst}`.execute(db)
  return rows.map(({ id }) => id)
}
