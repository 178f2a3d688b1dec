import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { waitsForClient } from '../../platform/database/envelope-conditions.ts'

/** How many sessions of a client wait for it, for those with any. */
export const waitingSessions = sql`(SELECT client_id, count(*)::int AS sessions_waiting FROM sessions
  WHERE ${waitsForClient} GROUP BY client_id)`

/**
 * A digest of these counts. They also change with the time, when a session expires, and so have no counter; reading them
 * takes a tenth of the time of sorting the clients by them.
 */
const waitingDigest = sql`(SELECT coalesce(sum(uuid_hash_extended(client_id, sessions_waiting)::numeric), 0)
  FROM ${waitingSessions} AS waiting)`

/**
 * The versions that the database tells with an answer, `names.list` or `names.list.waiting`: of what searches read, of
 * all that filters and orders read, and of which sessions wait for a client.
 */
export const listVersion = sql`(SELECT sum(name_version) || '.' || sum(version) FROM client_list_versions)`
export const listVersionWithWaiting = sql`(${listVersion} || '.' || ${waitingDigest})`

/** The current versions of the list. They change whenever a total or an order may have changed. */
export async function readListVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT ${listVersion} AS version`.execute(db)
  return rows[0]?.version ?? ''
}
