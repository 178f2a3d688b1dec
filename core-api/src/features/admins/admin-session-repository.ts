import type { AdminRole } from 'contract/admins'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { preparedStatement } from '../../database/prepared-statements.ts'

const readAdminPrincipal = preparedStatement<{ id: string; role: AdminRole }>(`
  SELECT admins.id, admins.role FROM admin_sessions JOIN admins ON admins.id = admin_sessions.admin_id
  WHERE admin_sessions.id = $1 AND revoked_at IS NULL AND expires_at > now()`)

/** The staff member behind a login that is neither ended nor expired. */
export async function findAdminPrincipal(db: Database, adminSessionId: string) {
  const [row] = await readAdminPrincipal(db, adminSessionId)
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
