import { sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { canBeReminded, sessionState } from '../../platform/database/envelope-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function beginSchedules(db: Database): Promise<void> {
  await sql`INSERT INTO session_reminders (session_id, next_at)
    SELECT id, now() FROM sessions WHERE sent_at IS NOT NULL AND ${canBeReminded}
      AND NOT EXISTS (SELECT FROM session_reminders WHERE session_id = sessions.id AND next_at IS NOT NULL)
    ON CONFLICT (session_id) DO UPDATE SET next_at = excluded.next_at`.execute(db)
}

export async function listDueSessions(db: Database, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session_reminders')
    .select('session_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()
  return rows.map(({ session_id }) => session_id)
}

/** The data that a session's schedule is computed from. A session without its own plan has the defaults. */
export const findSchedule = (db: Database, sessionId: string) =>
  db
    .selectFrom('sessions')
    .leftJoin('session_reminders', 'session_reminders.session_id', 'sessions.id')
    .select(['sessions.id', 'sessions.client_id', 'sessions.sent_at', 'sessions.expires_at'])
    .select(['days', 'repeat_days', 'most', 'paused_at', 'session_reminders.field_versions'])
    .select(sql<number>`coalesce(session_reminders.version, 0)`.as('version'))
    .select(canBeReminded.as('can_be_reminded'))
    .select(sessionState.as('session_state'))
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

export const listClientMessages = (db: Database, sessionId: string) =>
  db
    .selectFrom('outbox_messages')
    .select(['kind', 'channel', 'state', 'error', 'key', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('kind', 'in', ['invitation', 'reminder', 'last-day'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** Locks a session's schedule until the transaction ends; it is made if there is none. */
export async function lockSchedule(db: Transaction, sessionId: string): Promise<void> {
  await db
    .insertInto('session_reminders')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .selectFrom('session_reminders')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .forUpdate()
    .execute()
}

export async function updateSchedule(
  db: Database,
  sessionId: string,
  changes: Updateable<Schema['session_reminders']>,
  fields: string[],
): Promise<void> {
  await db
    .updateTable('session_reminders')
    .set({ ...changes, ...(fields.length > 0 ? nextVersion(fields) : {}) })
    .where('session_id', '=', sessionId)
    .execute()
}
