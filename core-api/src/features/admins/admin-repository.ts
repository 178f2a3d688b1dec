import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { sessionNotArchived } from '../../platform/database/not-archived.ts'
import type { Schema } from '../../platform/database/schema.ts'

export function findAdminByUsername(db: Database, username: string) {
  return db.selectFrom('admins').selectAll().where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()
}

/** For the routes of the staff member's own account only. */
export function findAccount(db: Database, id: string) {
  return db
    .selectFrom('admins')
    .select(['username', 'email', 'password_hash', 'setup_required'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findAdminName(db: Database, id: string) {
  return db.selectFrom('admins').select(['first_name', 'last_name', 'username']).where('id', '=', id).executeTakeFirst()
}

function admins(db: Database) {
  const clients = sql<number>`(select count(distinct client_id)::int from sessions
    where created_by = admins.id and ${sessionNotArchived})`
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'username', 'role', 'first_name', 'last_name', 'version', 'field_versions'])
    .select(clients.as('client_count'))
}

export const listAdmins = (db: Database) => admins(db).orderBy('username').limit(1_000).execute()

export const findAdmin = (db: Database, id: string) => admins(db).where('admins.id', '=', id).executeTakeFirst()

/** Locks all admins until the transaction ends, for rules about all of them. */
export async function lockAdmins(db: Database): Promise<void> {
  await sql`LOCK TABLE admins IN EXCLUSIVE MODE`.execute(db)
}

export async function insertAdmin(db: Database, row: Insertable<Schema['admins']>): Promise<void> {
  await db.insertInto('admins').values(row).execute()
}

/** @param fields the changed fields by their names on the wire */
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

export async function deleteAdmin(db: Database, id: string): Promise<void> {
  await db.deleteFrom('admins').where('id', '=', id).execute()
}

/** How many other admins have the power role. */
export async function countOtherPowerAdmins(db: Database, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('admins')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('role', '=', 'power')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
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
