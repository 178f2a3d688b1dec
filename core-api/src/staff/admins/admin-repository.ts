import type { AdminRole } from '@agency/contract/admins'
import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import { adminName } from '../../platform/database/admin-name.ts'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'
import type { Schema } from '../../platform/database/schema.ts'

export function findAdminByUsername(db: Database, username: string) {
  return db.selectFrom('admins').selectAll().where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()
}

export async function listUsernames(db: Database, exceptId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('admins')
    .select('username')
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .execute()
  return rows.map(({ username }) => username)
}

/** The accounts with a user name or an e-mail address, ignoring case. */
export function findAdminsByLogin(db: Database, login: string) {
  return db
    .selectFrom('admins')
    .select('id')
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', login.toLowerCase()),
        where(sql`lower(email)`, '=', login.toLowerCase()),
      ]),
    )
    .execute()
}

/** With the hash of its password, for a login only. */
export function findAdminById(db: Database, id: string) {
  return db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The accounts with an e-mail address, ignoring case. New ones have one each; older ones may share it. */
export function findAdminsByEmail(db: Database, email: string) {
  return db
    .selectFrom('admins')
    .select(['id', 'username', 'email', 'first_name', 'role'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('id')
    .execute()
}

export function findAccount(db: Database, id: string) {
  return db
    .selectFrom('admins')
    .select(['username', 'email', 'role', 'password_hash', 'setup_required'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findAdminName(db: Database, id: string) {
  return db.selectFrom('admins').select(['first_name', 'last_name', 'username']).where('id', '=', id).executeTakeFirst()
}

function admins(db: Database, scope: ClientScope) {
  const clients = sql<number>`(select count(*)::int from clients
    where clients.owner_id = admins.id and ${clientNotArchived} and ${clientInScope(scope)})`
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'username', 'role', 'first_name', 'last_name', 'version', 'field_versions'])
    .select(clients.as('client_count'))
}

export const listAdmins = (db: Database, scope: ClientScope) =>
  admins(db, scope).orderBy('username').limit(1_000).execute()

export function listStaffOf(db: Database, roles: AdminRole[]) {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'username', 'first_name'])
    .where('role', 'in', roles)
    .orderBy('id')
    .limit(1_000)
    .execute()
}

export const findAdmin = (db: Database, id: string, scope: ClientScope) =>
  admins(db, scope).where('admins.id', '=', id).executeTakeFirst()

export async function lockAdmins(db: Database): Promise<void> {
  await sql`LOCK TABLE admins IN EXCLUSIVE MODE`.execute(db)
}

export async function insertAdmin(db: Database, row: Insertable<Schema['admins']>): Promise<void> {
  await db.insertInto('admins').values(row).execute()
}

export async function updateAdmin(
  db: Database,
  id: string,
  changes: Updateable<Schema['admins']>,
  fields: string[],
): Promise<void> {
  await db
    .updateTable('admins')
    .set({ ...changes, ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

export async function deletePasswordResets(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('admin_id', '=', adminId).execute()
}

/** @returns their ids */
export async function endInvitationsOf(db: Database, adminId: string): Promise<string[]> {
  const rows = await db
    .updateTable('admin_invitations')
    .set({ ended_at: sql<string>`now()` })
    .where('invited_by', '=', adminId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes an account, and keeps the name of its holder for the trail and for invitations. */
export async function deleteAdmin(db: Database, id: string): Promise<void> {
  await sql`INSERT INTO former_admins (id, name) SELECT id, ${adminName()} FROM admins WHERE id = ${id}`.execute(db)
  await db.deleteFrom('admins').where('id', '=', id).execute()
}

/** Says of each whether it has a password or passkey, and an identity whose issuer did not refuse its last login. */
export function listOtherPowerAdmins(db: Database, id: string, issuers: readonly string[]) {
  return db
    .selectFrom('admins')
    .select('username')
    .select(
      sql<boolean>`password_hash IS NOT NULL
        OR EXISTS (SELECT FROM admin_passkeys WHERE admin_id = admins.id)`.as('has_own_login'),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM admin_identities
        WHERE admin_id = admins.id AND refused_at IS NULL AND issuer = ANY(${issuers}))`.as('has_provider'),
    )
    .where('role', '=', 'power')
    .where('id', '<>', id)
    .limit(1_000)
    .execute()
}

export async function hasAdmins(db: Database): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Adds the admin unless one exists; safe when several replicas start at once. */
export async function insertFirstAdmin(db: Database, row: Insertable<Schema['admins']>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    if (await hasAdmins(trx)) return false
    await insertAdmin(trx, row)
    return true
  })
}
