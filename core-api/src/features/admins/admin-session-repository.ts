import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** The staff member behind a login that is neither ended nor expired. */
export async function findAdminPrincipal(db: Database, adminSessionId: string) {
  const row = await db
    .selectFrom('admin_sessions')
    .innerJoin('admins', 'admins.id', 'admin_sessions.admin_id')
    .select(['admins.id', 'admins.role'])
    .where('admin_sessions.id', '=', adminSessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row && { kind: 'admin' as const, adminId: row.id, adminSessionId, role: row.role }
}

export async function insertAdminSession(db: Database, row: { id: string; admin_id: string; expires_at: string }) {
  await db.insertInto('admin_sessions').values(row).execute()
}

/** Ends every login of an admin. */
export async function revokeAdminSessions(db: Database, adminId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
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
