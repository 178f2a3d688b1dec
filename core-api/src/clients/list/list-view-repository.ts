import type { SavedClientListView } from '@agency/contract/client-list-views'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** The tables of saved views: each list has its own. */
const viewTables = ['client_list_views', 'policy_list_views'] as const
export type ViewTable = (typeof viewTables)[number]

/** How many views of their own a staff member may save of a list. */
export const mostOwnViews = 50
/** The most views that a staff member sees. */
const mostSeen = 250

type Saved<View> = Omit<SavedClientListView, 'view'> & { view: View }

/** A staff member's own views and those that others share, by name. Own ones are seen however many are shared. */
export async function listViews<View>(db: Database, table: ViewTable, adminId: string): Promise<Saved<View>[]> {
  const { rows } = await sql<Saved<View>>`SELECT * FROM (
      SELECT views.id, views.name, views.shared, views.view, views.admin_id = ${adminId} AS own,
        nullif(trim(admins.first_name || ' ' || admins.last_name), '') AS owner_name
      FROM ${sql.table(table)} AS views JOIN admins ON admins.id = views.admin_id
      WHERE views.admin_id = ${adminId} OR views.shared
      ORDER BY own DESC, views.name, views.id LIMIT ${mostSeen}) AS seen ORDER BY name, id`.execute(db)
  return rows
}

/**
 * Whether a staff member may save a view under a name: a new name only below the limit. Locks the staff member until the
 * transaction ends, so that two calls at once do not exceed it.
 */
export async function hasRoomFor(
  db: Transaction,
  table: ViewTable,
  { adminId, name }: { adminId: string; name: string },
): Promise<boolean> {
  await db.selectFrom('admins').select('id').where('id', '=', adminId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ others: number; known: boolean }>`
    SELECT (count(*) FILTER (WHERE name <> ${name}))::int AS others, coalesce(bool_or(name = ${name}), false) AS known
    FROM ${sql.table(table)} WHERE admin_id = ${adminId}`.execute(db)
  return rows.some(({ others, known }) => known || others < mostOwnViews)
}

interface SaveView {
  adminId: string
  name: string
  shared: boolean
  view: object
}

/** Saves a view under a name, over the staff member's own view of that name. */
export async function saveView(db: Database, table: ViewTable, { adminId, name, shared, view }: SaveView) {
  await sql`INSERT INTO ${sql.table(table)} (id, admin_id, name, shared, view)
    VALUES (${uuid()}, ${adminId}, ${name}, ${shared}, ${JSON.stringify(view)}::jsonb)
    ON CONFLICT (admin_id, name) DO UPDATE SET shared = excluded.shared, view = excluded.view`.execute(db)
}

/** Deletes one of the staff member's own views. @returns whether there was one */
export async function deleteView(
  db: Database,
  table: ViewTable,
  { adminId, id }: { adminId: string; id: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)}
    WHERE id = ${id} AND admin_id = ${adminId}`.execute(db)
  return numAffectedRows > 0n
}

/** How many views a staff member shares. */
export async function countShared(db: Database, adminId: string): Promise<number> {
  const counts = viewTables.map(
    (table) => sql`(SELECT count(*) FROM ${sql.table(table)} WHERE admin_id = ${adminId} AND shared)`,
  )
  const { rows } = await sql<{ count: number }>`SELECT (${sql.join(counts, sql` + `)})::int AS count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives the shared views of a staff member to another, who may have one of the same name. @returns how many */
export async function moveShared(db: Database, from: string, to: string): Promise<number> {
  let moved = 0
  for (const table of viewTables) {
    const { numAffectedRows = 0n } = await sql`UPDATE ${sql.table(table)} AS views SET admin_id = ${to}, name = CASE
        WHEN EXISTS (SELECT FROM ${sql.table(table)} AS own WHERE own.admin_id = ${to} AND own.name = views.name)
        THEN left(views.name, 45) || ' (' || left(admins.username, 12) || ')' ELSE views.name END
      FROM admins WHERE admins.id = views.admin_id AND views.admin_id = ${from} AND views.shared`.execute(db)
    moved += Number(numAffectedRows)
  }
  return moved
}
