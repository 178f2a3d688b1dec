import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export function findAdminByUsername(db: Database, username: string) {
  return db.selectFrom('admins').selectAll().where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()
}

export function findAdminName(db: Database, id: string) {
  return db.selectFrom('admins').select(['first_name', 'last_name']).where('id', '=', id).executeTakeFirst()
}

export function listAdmins(db: Database) {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'username', 'role', 'first_name', 'last_name'])
    .select(
      sql<number>`(select count(distinct client_id)::int from sessions where created_by = admins.id)`.as(
        'client_count',
      ),
    )
    .orderBy('username')
    .execute()
}

/** Adds the admin unless there is one already; safe when several replicas start at once. */
export async function insertFirstAdmin(db: Database, row: Insertable<Schema['admins']>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE admins IN EXCLUSIVE MODE`.execute(trx)
    if (await trx.selectFrom('admins').select('id').limit(1).executeTakeFirst()) return false
    await trx.insertInto('admins').values(row).execute()
    return true
  })
}
