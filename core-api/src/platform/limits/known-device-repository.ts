import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The id of a browser, from its device cookie. */
type Device = string | undefined

/** The statement is the same for an unknown one. @returns the device, if it is known */
export async function knownToAdmin(db: Database, device: Device, username: string): Promise<Device> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM admin_devices JOIN admins ON admins.id = admin_devices.admin_id
      WHERE device = ${device ?? null} AND lower(username) = ${username.toLowerCase()}
    ) AS known`.execute(db)
  return rows[0]?.known ? device : undefined
}

/** The statement is the same for an unknown one. @returns the device, if it is known */
export async function knownToSession(db: Database, device: Device, code: string): Promise<Device> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM session_devices JOIN sessions ON sessions.id = session_devices.session_id
      WHERE device = ${device ?? null} AND session_code = ${code}
    ) AS known`.execute(db)
  return rows[0]?.known ? device : undefined
}

export async function isStaffDevice(db: Database, device: string): Promise<boolean> {
  const found = db.selectFrom('admin_devices').select('device').where('device', '=', device).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whether an account has known browsers, and this is none of them. */
export async function isNewDevice(db: Database, device: string, adminId: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    SELECT count(*) > 0 AND count(*) FILTER (WHERE device = ${device}) = 0 AS is_new
    FROM admin_devices WHERE admin_id = ${adminId}`.execute(db)
  return rows[0]?.is_new ?? false
}

export async function rememberAdminDevice(db: Database, device: string, adminId: string): Promise<void> {
  await db
    .insertInto('admin_devices')
    .values({ device, admin_id: adminId })
    .onConflict((conflict) => conflict.columns(['admin_id', 'device']).doUpdateSet({ last_login_at: sql`now()` }))
    .execute()
}

export async function rememberSessionDevice(db: Database, device: string, sessionId: string): Promise<void> {
  await db
    .insertInto('session_devices')
    .values({ device, session_id: sessionId })
    .onConflict((conflict) => conflict.columns(['session_id', 'device']).doUpdateSet({ last_login_at: sql`now()` }))
    .execute()
}

export async function forgetAdminDevices(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom('admin_devices').where('admin_id', '=', adminId).execute()
}

export async function forgetSessionDevices(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('session_devices').where('session_id', '=', sessionId).execute()
}

/** @returns how many */
export async function deleteOldDevices(db: Database, days: number): Promise<number> {
  const before = sql<string>`now() - make_interval(days => ${days})`
  const [admins, sessions] = await Promise.all([
    db.deleteFrom('admin_devices').where('last_login_at', '<', before).executeTakeFirst(),
    db.deleteFrom('session_devices').where('last_login_at', '<', before).executeTakeFirst(),
  ])
  return Number(admins.numDeletedRows) + Number(sessions.numDeletedRows)
}
