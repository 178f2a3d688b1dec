import { sql } from 'kysely'
import { adminName } from '../database/admin-name.ts'
import type { Database } from '../database/database.ts'
import { eventsOfSubject } from './audit-repository.ts'

/** The name of the actor: the current one of the admin, the last one of a deleted account, or that of the session's client. */
export const actorName = sql<string | null>`coalesce(
  ${adminName()},
  (SELECT name FROM former_admins WHERE e.actor_kind = 'admin' AND former_admins.id = e.actor_id),
  nullif(trim(concat_ws(' ', clients.client_first_name, clients.client_last_name)), '')
)`

/** Locks the action until the transaction ends. @param endedBy an action after which older events are ignored */
export async function findNewestDetail(
  db: Database,
  action: string,
  endedBy?: string,
): Promise<string | null | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`audit_events.${action}`}))`.execute(db)
  const newest = await db
    .selectFrom('audit_events')
    .select(['action', 'detail'])
    .where('action', 'in', endedBy === undefined ? [action] : [action, endedBy])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.action === action ? newest.detail : undefined
}

export function findLastChange(db: Database, subjectId: string, actions: readonly string[]) {
  return db
    .selectFrom(eventsOfSubject(db, subjectId).as('e'))
    .leftJoin('admins', (join) => join.onRef('admins.id', '=', 'e.actor_id').on('e.actor_kind', '=', 'admin'))
    .leftJoin('sessions', (join) => join.onRef('sessions.id', '=', 'e.actor_id').on('e.actor_kind', '=', 'session'))
    .leftJoin('clients', 'clients.id', 'sessions.client_id')
    .select(['e.at', actorName.as('by')])
    .where('e.action', 'in', actions)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
