import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { staffName } from '../../platform/database/admin-name.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { NotFound } from '../../platform/errors.ts'

type Imports = Schema['client_imports']
export type ImportRecord = Selectable<Imports>

export async function insertImport(db: Database, row: Insertable<Imports>): Promise<void> {
  await db.insertInto('client_imports').values(row).execute()
}

export const findImport = (db: Database, id: string): Promise<ImportRecord | undefined> =>
  db.selectFrom('client_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** The row, locked until the transaction ends. */
export const lockImport = (db: Database, id: string): Promise<ImportRecord | undefined> =>
  db.selectFrom('client_imports').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function updateImport(db: Database, id: string, changes: Updateable<Imports>): Promise<void> {
  await db.updateTable('client_imports').set(changes).where('id', '=', id).execute()
}

/** What the dry runs of others have found may be gone with this import: they are to be made again. */
export async function reopenChecked(db: Database, revertedId: string): Promise<void> {
  const fault = 'Another import was reverted since this file was checked. Please check its rows again.'
  await db
    .updateTable('client_imports')
    .set({ state: 'open', fault })
    .where('state', '=', 'checked')
    .where('id', '<>', revertedId)
    .execute()
}

const mostListed = 50

/** The newest imports, without what is read for one of them alone. */
export const listImports = (db: Database) =>
  db
    .selectFrom('client_imports')
    .selectAll()
    .select(staffName('created_by').as('created_by_name'))
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

const mostLater = 5

/** The names of files of later imports that have changed clients of one. */
export async function listLaterFiles(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`SELECT file_name FROM client_imports
    WHERE state IN ('done', 'stopped') AND id IN (SELECT other.import_id FROM client_import_rows AS own
      JOIN client_import_rows AS other ON other.client_id = own.client_id
      WHERE own.import_id = ${id} AND own.result IN ('created', 'updated')
        AND other.import_id > ${id} AND other.result IN ('created', 'updated'))
    ORDER BY id DESC LIMIT ${mostLater}`.execute(db)
  return rows.map(({ file_name }) => file_name)
}

export async function nameOfCreator(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('client_imports')
    .select(staffName('created_by').as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The newest imports with headings, for files of the same shape. @param which `isDone`: that were run */
export const listShapes = (db: Database, { exceptId, isDone }: { exceptId: string; isDone: boolean }) =>
  db
    .selectFrom('client_imports')
    .select(['id', 'plan', 'shape', 'state', 'file_name'])
    .where('shape', 'is not', null)
    .where('id', '<>', exceptId)
    .where('state', 'in', isDone ? ['done'] : ['checking', 'checked', 'running', 'stopped', 'done', 'reverted'])
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

/** Imports whose file or values are kept for longer than so many days, but for those at work. */
export const findOverdue = (db: Database, days: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('client_imports')
    .select('id')
    .where('file_id', 'is not', null)
    .where('created_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .where('state', 'not in', ['checking', 'running', 'reverting'])
    .limit(20)
    .execute()

/** Ids of staff by the texts that may name them: address, user name, full name. */
export const listStaffNames = (db: Database) =>
  db.selectFrom('admins').select(['id', 'email', 'username', 'first_name', 'last_name', 'role']).execute()

/** @throws NotFound */
export async function requireImport(db: Database, id: string): Promise<ImportRecord> {
  const record = await findImport(db, id)
  if (!record) throw new NotFound()
  return record
}

/** Waits for the chunks of other imports: of two at the same time, one sees the clients that the other has added. */
export async function lockImporting(db: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('client-imports'))`.execute(db)
}

/** Runs work behind a savepoint, in the caller's transaction. If it fails, only the work is undone. @throws as the work */
export async function behindSavepoint(db: Database, work: () => Promise<void>): Promise<void> {
  await sql`SAVEPOINT rows`.execute(db)
  try {
    await work()
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT rows`.execute(db)
    throw error
  }
  await sql`RELEASE SAVEPOINT rows`.execute(db)
}
