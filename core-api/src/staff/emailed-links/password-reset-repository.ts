import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export async function insertReset(db: Database, adminId: string, token_hash: Buffer, expires_at: string) {
  const expired = db.deleteFrom('password_resets').where('expires_at', '<', sql<string>`now()`)
  await expired.where('admin_id', '=', adminId).execute()
  await db.insertInto('password_resets').values({ token_hash, admin_id: adminId, expires_at }).execute()
}

export async function hasReset(db: Database, adminId: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('admin_id')
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', sql<string>`now() + make_interval(mins => ${minutes})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findReset(db: Database, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('admin_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row?.admin_id
}

/** Takes a link that has not ended, and ends the other links of the account. Each is taken once. */
export async function takeReset(db: Database, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('admin_id')
    .executeTakeFirst()
  if (row) await db.deleteFrom('password_resets').where('admin_id', '=', row.admin_id).execute()
  return row?.admin_id
}
