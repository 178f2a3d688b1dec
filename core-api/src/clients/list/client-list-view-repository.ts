import type { SaveClientListView, SavedClientListView } from '@agency/contract/client-list-views'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** How many views of their own a staff member may save. */
export const mostOwnViews = 50
/** The most views that a staff member sees. */
const mostSeen = 250

/** A staff member's own views and those that others share, by name. Own ones are seen however many are shared. */
export function listViews(db: Database, adminId: string): Promise<SavedClientListView[]> {
  const seen = db
    .selectFrom('client_list_views as views')
    .innerJoin('admins', 'admins.id', 'views.admin_id')
    .select(['views.id', 'views.name', 'views.shared', 'views.view'])
    .select(sql<boolean>`views.admin_id = ${adminId}`.as('own'))
    .select(sql<string | null>`nullif(trim(admins.first_name || ' ' || admins.last_name), '')`.as('owner_name'))
    .where((where) => where.or([where('views.admin_id', '=', adminId), where('views.shared', '=', true)]))
    .orderBy('own', 'desc')
    .orderBy('views.name')
    .orderBy('views.id')
    .limit(mostSeen)
  return db.selectFrom(seen.as('seen')).selectAll().orderBy('name').orderBy('id').execute()
}

/**
 * Whether a staff member may save a view under a name: a new name only below the limit. Locks the staff member until the
 * transaction ends, so that two calls at once do not exceed it.
 */
export async function hasRoomFor(db: Transaction, adminId: string, name: string): Promise<boolean> {
  await db.selectFrom('admins').select('id').where('id', '=', adminId).forNoKeyUpdate().execute()
  const { others } = await db
    .selectFrom('client_list_views')
    .select(sql<number>`count(*) FILTER (WHERE name <> ${name})::int`.as('others'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow()
  if (others < mostOwnViews) return true
  const known = db.selectFrom('client_list_views').select('id').where('admin_id', '=', adminId).where('name', '=', name)
  return (await known.executeTakeFirst()) !== undefined
}

/** Saves a view under a name, over the staff member's own view of that name. */
export async function saveView(db: Database, adminId: string, { name, shared, view }: SaveClientListView) {
  const stored = JSON.stringify(view)
  await db
    .insertInto('client_list_views')
    .values({ id: uuid(), admin_id: adminId, name, shared, view: stored })
    .onConflict((conflict) => conflict.columns(['admin_id', 'name']).doUpdateSet({ shared, view: stored }))
    .execute()
}

/** Deletes one of the staff member's own views. @returns whether there was one */
export async function deleteView(db: Database, adminId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_list_views')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many views a staff member shares. */
export async function countShared(db: Database, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('client_list_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('admin_id', '=', adminId)
    .where('shared', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Gives the shared views of a staff member to another, who may have one of the same name. @returns how many */
export async function moveShared(db: Database, from: string, to: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`UPDATE client_list_views AS views SET admin_id = ${to}, name = CASE
      WHEN EXISTS (SELECT FROM client_list_views AS own WHERE own.admin_id = ${to} AND own.name = views.name)
      THEN left(views.name, 45) || ' (' || left(admins.username, 12) || ')' ELSE views.name END
    FROM admins WHERE admins.id = views.admin_id AND views.admin_id = ${from} AND views.shared`.execute(db)
  return Number(numAffectedRows)
}
