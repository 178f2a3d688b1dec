import type { RecordReadAlert } from '@agency/contract/record-reads'
import { sql } from 'kysely'
import { adminName } from '../../platform/database/admin-name.ts'
import type { Database } from '../../platform/database/database.ts'

/** Seconds for which an opened record counts. */
export const windowSeconds = 3_600
/** When an opened record no longer counts. */
const expiry = sql.raw(`read_at + interval '${windowSeconds} seconds'`)

/** Locks the count of a staff member until the transaction ends. */
export async function lockReads(db: Database, adminId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`record_reads.${adminId}`}))`.execute(db)
}

/** The clients whose records a staff member has opened within the window, and the milliseconds for which they count. */
export async function findReadClients(db: Database, adminId: string): Promise<{ client_id: string; left: number }[]> {
  return db
    .selectFrom('record_reads')
    .select(['client_id', sql<number>`(1000 * extract(epoch FROM ${expiry} - now()))::float8`.as('left')])
    .where('admin_id', '=', adminId)
    .where(sql<boolean>`${expiry} > now()`)
    .orderBy('read_at')
    .execute()
}

/** Stores that these records were opened now, unless they count already. */
export async function storeReads(db: Database, adminId: string, clientIds: string[]): Promise<void> {
  await sql`INSERT INTO record_reads AS r (admin_id, client_id, read_at)
    SELECT ${adminId}::uuid, client_id, now() FROM unnest(${clientIds}::uuid[]) AS client_id
    ON CONFLICT (admin_id, client_id) DO UPDATE SET read_at = now() WHERE r.${expiry} <= now()`.execute(db)
}

export interface ReadCount {
  /** How many clients' records were opened within the window, over all processes. */
  total: number
  /** Milliseconds until the first of them no longer counts. */
  nextFree: number
  /** Whether the given client is among them. */
  isCounted: boolean
}

export async function countReads(db: Database, adminId: string, clientId: string | null = null): Promise<ReadCount> {
  const { rows } = await sql<ReadCount>`SELECT count(*)::int AS total,
      coalesce(1000 * extract(epoch FROM min(${expiry}) - now()), 0)::float8 AS "nextFree",
      coalesce(bool_or(client_id = ${clientId}::uuid), false) AS "isCounted"
    FROM record_reads WHERE admin_id = ${adminId} AND ${expiry} > now()`.execute(db)
  const [count] = rows
  if (!count) throw new Error('Counting gave no row')
  return count
}

/** Deletes rows that no longer count. */
export async function deleteOldReads(db: Database): Promise<void> {
  await db.deleteFrom('record_reads').where('read_at', '<', sql<string>`now() - interval '1 day'`).execute()
}

/** Claims an alert for the next hour. @returns false if another process has claimed it */
export async function claimAlert(db: Database, adminId: string, kind: string): Promise<boolean> {
  const { rows } =
    await sql`INSERT INTO record_read_alerts (admin_id, kind, alerted_at) VALUES (${adminId}, ${kind}, now())
    ON CONFLICT (admin_id, kind) DO UPDATE SET alerted_at = now()
      WHERE record_read_alerts.alerted_at < now() - make_interval(secs => ${windowSeconds})
    RETURNING admin_id`.execute(db)
  return rows.length > 0
}

/** The alerts of the last seven days, newest first. @param refused the action of a refusal */
export function listAlerts(db: Database, actions: readonly string[], refused: string): Promise<RecordReadAlert[]> {
  return db
    .selectFrom('audit_events as e')
    .leftJoin('admins', 'admins.id', 'e.actor_id')
    .select(['e.id', 'e.at', 'e.detail'])
    .select(sql<string>`e.actor_id`.as('admin_id'))
    .select(adminName().as('admin_name'))
    .select(sql<boolean>`e.action = ${refused}`.as('refused'))
    .where('e.action', 'in', actions)
    .where('e.actor_kind', '=', 'admin')
    .where('e.at', '>', sql<string>`now() - interval '7 days'`)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(50)
    .execute()
}
