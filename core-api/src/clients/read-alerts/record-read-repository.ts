import type { RecordReadAlert } from '@agency/contract/record-reads'
import { sql } from 'kysely'
import { adminName } from '../../platform/database/admin-name.ts'
import type { Database } from '../../platform/database/database.ts'

/** Seconds for which an opened record, or a row of a list, counts. */
export const windowSeconds = 3_600
const expiry = sql.raw(`read_at + interval '${windowSeconds} seconds'`)
const left = sql<number>`extract(epoch FROM ${expiry} - now())::float8`

export async function lockReads(db: Database, adminId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`record_reads.${adminId}`}))`.execute(db)
}

export interface ReadClients {
  ids: string[]
  listed: boolean
}

/** Stores that these clients were read now, unless they count already. An opened record counts for more than a row. */
export async function storeReads(db: Database, adminId: string, { ids, listed }: ReadClients): Promise<void> {
  await sql`INSERT INTO record_reads AS r (admin_id, client_id, read_at, listed)
    SELECT ${adminId}::uuid, client_id, now(), ${listed}::boolean FROM unnest(${ids}::uuid[]) AS client_id
    ON CONFLICT (admin_id, client_id) DO UPDATE SET read_at = now(), listed = excluded.listed
      WHERE r.${expiry} <= now() OR (r.listed AND NOT excluded.listed)`.execute(db)
}

export interface ReadCount {
  opened: number
  /** How many other clients were rows of lists. */
  listed: number
}

export async function countReads(db: Database, adminId: string): Promise<ReadCount> {
  const { rows } = await sql<ReadCount>`SELECT (count(*) FILTER (WHERE NOT listed))::int AS opened,
      (count(*) FILTER (WHERE listed))::int AS listed
    FROM record_reads WHERE admin_id = ${adminId} AND ${expiry} > now()`.execute(db)
  const [count] = rows
  if (!count) throw new Error('Counting gave no row')
  return count
}

/** What reading these clients adds to the count: whole records or rows. Those that count already add nothing, or a part. */
export async function countNew(
  db: Database,
  adminId: string,
  { ids, listed }: ReadClients,
): Promise<{ fresh: number; upgraded: number }> {
  const { rows } = await sql<{ known: number; known_listed: number }>`
    SELECT count(*)::int AS known, (count(*) FILTER (WHERE listed))::int AS known_listed
    FROM record_reads WHERE admin_id = ${adminId} AND client_id = ANY(${ids}::uuid[]) AND ${expiry} > now()`.execute(db)
  const { known = 0, known_listed = 0 } = rows[0] ?? {}
  return { fresh: ids.length - known, upgraded: listed ? 0 : known_listed }
}

/** Seconds until so many points expire; undefined if they never do. */
export async function findNextFree(
  db: Database,
  adminId: string,
  { points, perRecord }: { points: number; perRecord: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ left: number | null }>`SELECT min("left") AS "left" FROM (
      SELECT ${left} AS "left", sum(CASE WHEN listed THEN 1 ELSE ${perRecord}::int END) OVER (ORDER BY read_at) AS freed
      FROM record_reads WHERE admin_id = ${adminId} AND ${expiry} > now()
    ) counted WHERE freed >= ${points}`.execute(db)
  return rows[0]?.left ?? undefined
}

export async function deleteOldReads(db: Database): Promise<void> {
  await db.deleteFrom('record_reads').where('read_at', '<', sql<string>`now() - interval '1 day'`).execute()
}

/** Claims an alert for the next hour. @returns false if it was claimed within the last one */
export async function claimAlert(db: Database, adminId: string, kind: string): Promise<boolean> {
  const { rows } =
    await sql`INSERT INTO record_read_alerts (admin_id, kind, alerted_at) VALUES (${adminId}, ${kind}, now())
    ON CONFLICT (admin_id, kind) DO UPDATE SET alerted_at = now()
      WHERE record_read_alerts.alerted_at < now() - make_interval(secs => ${windowSeconds})
    RETURNING admin_id`.execute(db)
  return rows.length > 0
}

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
