import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export interface RevealRate {
  admin_id: string
  clients: number
  /** The mean of the hours of four weeks in which there was any; null for fewer than ten such hours. */
  usual_clients: number | null
}

/** The audit events to count: `actions` that showed one of `fields`, and `exports`, which give out whole documents. */
export interface CountedEvents {
  actions: readonly string[]
  fields: readonly string[]
  exports: readonly string[]
}

/** Read from the audit trail, which has the reveals of all replicas. None from before an acknowledgement counts. */
export async function findRevealRates(
  db: Database,
  { actions, fields, exports }: CountedEvents,
  { now, floor }: { now: Date; floor: number },
): Promise<RevealRate[]> {
  const at = now.toISOString()
  const anyAction = [...actions, ...exports]
  const isCounted = sql`e.action = ANY(${anyAction}::text[]) AND e.actor_kind = 'admin'
    AND (e.fields && ${fields}::text[] OR e.action = ANY(${exports}::text[]))`
  const { rows } = await sql<RevealRate>`
    WITH recent AS (
      SELECT e.actor_id AS admin_id, count(DISTINCT e.client_id)::int AS clients FROM audit_events e
      WHERE ${isCounted} AND e.at > ${at}::timestamptz - interval '1 hour' AND e.at <= ${at}::timestamptz
        AND e.at > coalesce((SELECT max(acknowledged_at) FROM reveal_alerts a WHERE a.admin_id = e.actor_id), '-infinity')
      GROUP BY e.actor_id HAVING count(DISTINCT e.client_id) >= ${floor}
    )
    SELECT admin_id, clients, usual_clients FROM recent CROSS JOIN LATERAL (
      SELECT CASE WHEN count(*) >= 10 THEN avg(hours.clients)::float8 END AS usual_clients FROM (
        SELECT count(DISTINCT e.client_id) AS clients FROM audit_events e
        WHERE ${isCounted} AND e.actor_id = recent.admin_id
          AND e.at > ${at}::timestamptz - interval '28 days' AND e.at <= ${at}::timestamptz - interval '1 hour'
        GROUP BY date_trunc('hour', e.at)
      ) hours
    ) usual ORDER BY admin_id`.execute(db)
  return rows
}
