import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

interface BegunLogin {
  state_hash: Buffer
  provider: string
  device: string
  /** The admin who connects the provider to their account; null for a login. */
  admin_id: string | null
  /** The login that connects it, which must not have ended. */
  admin_session_id: string | null
}

/** Stores a login that has begun, and deletes those that were given up. */
export async function insertBegunLogin(db: Database, login: BegunLogin, minutes: number): Promise<void> {
  await db.deleteFrom('oidc_logins').where('expires_at', '<', sql<string>`now()`).execute()
  await db
    .insertInto('oidc_logins')
    .values({ ...login, expires_at: sql<string>`now() + make_interval(mins => ${minutes})` })
    .execute()
}

/** Takes a login that this browser has begun. Each is taken once. */
export function takeBegunLogin(db: Database, { state_hash, device }: Pick<BegunLogin, 'state_hash' | 'device'>) {
  return db
    .deleteFrom('oidc_logins')
    .where('state_hash', '=', state_hash)
    .where('device', '=', device)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['provider', 'admin_id', 'admin_session_id'])
    .executeTakeFirst()
}

export interface Identity {
  issuer: string
  subject: string
}

export async function findIdentity(db: Database, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_identities')
    .select('admin_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.admin_id
}

export async function listIssuers(db: Database, adminId: string): Promise<string[]> {
  const rows = await db.selectFrom('admin_identities').select('issuer').where('admin_id', '=', adminId).execute()
  return rows.map(({ issuer }) => issuer)
}

/** @returns false if the identity, or another one of this provider, belongs to an account already */
export async function insertIdentity(db: Database, identity: Identity, adminId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('admin_identities')
    .values({ ...identity, admin_id: adminId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if the admin has no identity of this provider */
export async function deleteIdentity(db: Database, issuer: string, adminId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_identities')
    .where('issuer', '=', issuer)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns false if the identity no longer belongs to the admin */
export async function noteLogin(db: Database, { issuer, subject }: Identity, adminId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_identities')
    .set({ last_login_at: sql`now()`, refused_at: null })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteRefusal(db: Database, { issuer, subject }: Identity): Promise<void> {
  await db
    .updateTable('admin_identities')
    .set({ refused_at: sql`now()` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}
