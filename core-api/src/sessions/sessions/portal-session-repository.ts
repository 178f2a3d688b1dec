import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { hasExpired } from '../../platform/database/envelope-conditions.ts'
import { sessionNotArchived } from '../../platform/database/not-archived.ts'

const portalIdleMinutes = 30

const isPortalSessionOpen = sql<boolean>`
  portal_sessions.revoked_at IS NULL AND portal_sessions.expires_at > now()
  AND portal_sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(portalIdleMinutes)})`

/** Whether it was used within the last minutes: its browser is open now. */
export const isPortalSessionActive = sql<boolean>`${isPortalSessionOpen}
  AND portal_sessions.last_seen_at > now() - interval '5 minutes'`

/** Undefined if login or session has ended. Updates `last_seen_at` at most once a minute. */
export async function findSessionPrincipal(db: Database, portalSessionId: string) {
  const row = await openLogin(db, portalSessionId)
    .select(['sessions.id', 'sessions.client_id', sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale')])
    .executeTakeFirst()
  if (!row) return undefined
  if (row.stale) {
    await db
      .updateTable('portal_sessions')
      .set({ last_seen_at: sql`now()` })
      .where('id', '=', portalSessionId)
      .execute()
  }
  return { kind: 'session' as const, portalSessionId, sessionId: row.id, clientId: row.client_id }
}

/** The link to a completed session outlives the session. */
const isReadable = sql<boolean>`(NOT ${hasExpired}
  OR (sessions.status = 'completed' AND sessions.copy_ends_at > now()))`

const openLogin = (db: Database, portalSessionId: string) =>
  db
    .selectFrom('portal_sessions')
    .innerJoin('sessions', 'sessions.id', 'portal_sessions.session_id')
    .where('portal_sessions.id', '=', portalSessionId)
    .where(isPortalSessionOpen)
    .where(isReadable)
    .where('sessions.status', '<>', 'cancelled')
    .where(sessionNotArchived)

export async function isLoginOpen(db: Database, portalSessionId: string): Promise<boolean> {
  return (await openLogin(db, portalSessionId).select('portal_sessions.id').executeTakeFirst()) !== undefined
}

export async function isOpenOnOther(db: Database, sessionId: string, device: string | undefined): Promise<boolean> {
  const other = await db
    .selectFrom('portal_sessions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where(isPortalSessionActive)
    .where(sql<boolean>`device IS DISTINCT FROM ${device ?? null}::uuid`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function hasPortalSession(db: Database, sessionId: string): Promise<boolean> {
  const any = db.selectFrom('portal_sessions').select('id').where('session_id', '=', sessionId).limit(1)
  return (await any.executeTakeFirst()) !== undefined
}

export async function insertPortalSession(
  db: Database,
  row: { id: string; session_id: string; expires_at: string; device: string | null; in_agency: boolean },
) {
  await db.insertInto('portal_sessions').values(row).execute()
}

export async function revokePortalSessionsOfClient(db: Database, clientId: string) {
  await db
    .updateTable('portal_sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', 'in', (where) =>
      where.selectFrom('sessions').select('sessions.id').where('client_id', '=', clientId),
    )
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokePortalSessions(db: Database, sessionId: string) {
  await db
    .updateTable('portal_sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokePortalSession(db: Database, id: string) {
  await db
    .updateTable('portal_sessions')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
