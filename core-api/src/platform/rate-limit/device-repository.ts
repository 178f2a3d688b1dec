import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Whether a browser has logged in to the account of this user name before. The same statement for an unknown name. */
export async function isKnownToAdmin(db: Database, device: string | undefined, username: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM admin_devices JOIN admins ON admins.id = admin_devices.admin_id
      WHERE device = ${device ?? null} AND lower(username) = ${username.toLowerCase()}
    ) AS known`.execute(db)
  return rows[0]?.known ?? false
}

/** Whether a browser has opened the session of this code before. The same statement for an unknown code. */
export async function isKnownToSession(db: Database, device: string | undefined, code: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM session_devices JOIN sessions ON sessions.id = session_devices.session_id
      WHERE device = ${device ?? null} AND session_code = ${code}
    ) AS known`.execute(db)
  return rows[0]?.known ?? false
}

/** Writes down that a browser has logged in to an account. */
export async function rememberAdminDevice(db: Database, device: string, adminId: string): Promise<void> {
  await db
    .insertInto('admin_devices')
    .values({ device, admin_id: adminId })
    .onConflict((conflict) => conflict.columns(['admin_id', 'device']).doUpdateSet({ last_login_at: sql`now()` }))
    .execute()
}

/** Writes down that a browser has opened a session. */
export async function rememberSessionDevice(db: Database, device: string, sessionId: string): Promise<void> {
  await db
    .insertInto('session_devices')
    .values({ device, session_id: sessionId })
    .onConflict((conflict) => conflict.columns(['session_id', 'device']).doUpdateSet({ last_login_at: sql`now()` }))
    .execute()
}

/** Makes every browser unknown to an account. */
export async function forgetAdminDevices(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom('admin_devices').where('admin_id', '=', adminId).execute()
}

/** Makes every browser unknown to a session. */
export async function forgetSessionDevices(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('session_devices').where('session_id', '=', sessionId).execute()
}

/** @returns how many entries were deleted, because the browser has not logged in for so many days */
export async function deleteOldDevices(db: Database, days: number): Promise<number> {
  const before = sql<string>`now() - make_interval(days => ${days})`
  const [admins, sessions] = await Promise.all([
    db.deleteFrom('admin_devices').where('last_login_at', '<', before).executeTakeFirst(),
    db.deleteFrom('session_devices').where('last_login_at', '<', before).executeTakeFirst(),
  ])
  return Number(admins.numDeletedRows) + Number(sessions.numDeletedRows)
}
