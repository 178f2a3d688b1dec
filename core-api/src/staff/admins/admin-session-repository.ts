import type { AdminRole } from '@agency/contract/admins'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared-statements.ts'

const readAdminPrincipal = preparedStatement<{
  id: string
  role: AdminRole
  teams: string[]
  idle_seconds_left: number
  needs_factor: boolean
}>(`
  SELECT admins.id, admins.role,
    ARRAY(SELECT team_id FROM team_members WHERE admin_id = admins.id ORDER BY team_id) AS teams, extract(epoch FROM idle_ends_at - now())::int AS idle_seconds_left,
    NOT at_provider AND NOT EXISTS (SELECT FROM admin_passkeys WHERE admin_id = admins.id)
      AND NOT EXISTS (SELECT FROM admin_authenticators WHERE admin_id = admins.id AND confirmed_at IS NOT NULL)
      AS needs_factor
  FROM admin_sessions JOIN admins ON admins.id = admin_sessions.admin_id
  WHERE admin_sessions.id = $1 AND revoked_at IS NULL AND expires_at > now() AND idle_ends_at > now()`)

/** The staff member of a login, unless it was ended, has expired or is idle for too long. */
export async function findAdminPrincipal(db: Database, adminSessionId: string) {
  const [row] = await readAdminPrincipal(db, adminSessionId)
  if (!row) return undefined
  const principal = { kind: 'admin' as const, adminId: row.id, adminSessionId, role: row.role }
  return { principal, teams: row.teams, idleSecondsLeft: row.idle_seconds_left, needsFactor: row.needs_factor }
}

export async function insertAdminSession(
  db: Database,
  row: { id: string; admin_id: string; expires_at: string; device_name: string; address: string; at_provider: boolean },
  idleMinutes: number,
) {
  await db
    .insertInto('admin_sessions')
    .values({ ...row, idle_ends_at: idleEnd(idleMinutes) })
    .execute()
}

export async function putOffIdleEnd(db: Database, id: string, idleMinutes: number) {
  await db
    .updateTable('admin_sessions')
    .set({ idle_ends_at: idleEnd(idleMinutes), last_seen_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

const idleEnd = (minutes: number) => sql<string>`now() + make_interval(mins => ${minutes})`

export async function revokeAdminSessions(db: Database, adminId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeOtherAdminSessions(db: Database, adminId: string, keptId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every login of an admin that a provider has checked, but one. */
export async function revokeOtherProviderSessions(db: Database, adminId: string, keptId: string) {
  await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('admin_id', '=', adminId)
    .where('id', '<>', keptId)
    .where('at_provider', '=', true)
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

const isLive = sql<boolean>`revoked_at IS NULL AND expires_at > now() AND idle_ends_at > now()`

/** @returns false if the admin has no such live login */
export async function revokeOwnSession(db: Database, id: string, adminId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_sessions')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .where(isLive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The live logins of an admin, the last used one first. */
export function listLiveSessions(db: Database, adminId: string) {
  return db
    .selectFrom('admin_sessions')
    .select(['id', 'device_name', 'address', 'created_at', 'last_seen_at'])
    .where('admin_id', '=', adminId)
    .where(isLive)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()
}

export async function listLoginAddresses(db: Database, adminId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_sessions')
    .select('address')
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
  return [...new Set(rows.flatMap(({ address }) => address ?? []))]
}

export async function listAddressesInUse(db: Database, hours: number): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_sessions')
    .select('address')
    .distinct()
    .where('last_seen_at', '>', sql<string>`now() - make_interval(hours => ${hours})`)
    .execute()
  return rows.flatMap(({ address }) => address ?? [])
}

export async function isRecentLogin(db: Database, id: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return row !== undefined
}

/** The admin of a login, which can neither end nor be ended until the transaction is over; undefined if it has ended. */
export async function lockLiveSession(db: Transaction, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('admin_id')
    .where('id', '=', id)
    .where(isLive)
    .forShare()
    .executeTakeFirst()
  return row?.admin_id
}
