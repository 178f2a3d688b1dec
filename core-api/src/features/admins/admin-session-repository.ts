import type { AdminRole } from '@agency/contract/admins'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared-statements.ts'

const readAdminPrincipal = preparedStatement<{ id: string; role: AdminRole; idle_seconds_left: number }>(`
  SELECT admins.id, admins.role, extract(epoch FROM idle_ends_at - now())::int AS idle_seconds_left
  FROM admin_sessions JOIN admins ON admins.id = admin_sessions.admin_id
  WHERE admin_sessions.id = $1 AND revoked_at IS NULL AND expires_at > now() AND idle_ends_at > now()`)

/** The staff member of a login, unless it was ended, has expired or is idle for too long. */
export async function findAdminPrincipal(db: Database, adminSessionId: string) {
  const [row] = await readAdminPrincipal(db, adminSessionId)
  if (!row) return undefined
  const principal = { kind: 'admin' as const, adminId: row.id, adminSessionId, role: row.role }
  return { principal, idleSecondsLeft: row.idle_seconds_left }
}

export async function insertAdminSession(
  db: Database,
  row: { id: string; admin_id: string; expires_at: string },
  idleMinutes: number,
) {
  await db
    .insertInto('admin_sessions')
    .values({ ...row, idle_ends_at: idleEnd(idleMinutes) })
    .execute()
}

/** Extends the idle time-out of a login after activity. */
export async function putOffIdleEnd(db: Database, id: string, idleMinutes: number) {
  await db
    .updateTable('admin_sessions')
    .set({ idle_ends_at: idleEnd(idleMinutes) })
    .where('id', '=', id)
    .execute()
}

const idleEnd = (minutes: number) => sql<string>`now() + make_interval(mins => ${minutes})`

/** Ends every login of an admin. */
export async function revokeAdminSessions(db: Database, adminId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every login of an admin but one. */
export async function revokeOtherAdminSessions(db: Database, adminId: string, keptId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeAdminSession(db: Database, id: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
