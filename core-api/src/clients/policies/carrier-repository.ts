import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

const carriers = (db: Database) =>
  db
    .selectFrom('carriers')
    .select(['id', 'name', 'lines', 'phone', 'portal', 'code', 'archived', 'version', 'field_versions'])

export type CarrierRow = NonNullable<Awaited<ReturnType<typeof findCarrier>>>

/** Archived ones too, by name. */
export const listCarriers = (db: Database) =>
  carriers(db).orderBy(sql`name COLLATE "und-x-icu"`).orderBy('id').limit(2_000).execute()

export const findCarrier = (db: Database, id: string) => carriers(db).where('id', '=', id).executeTakeFirst()

export const findCarriers = (db: Database, ids: string[]) => carriers(db).where('id', 'in', ids).execute()

export const lockCarrier = (db: Database, id: string) =>
  carriers(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const findCarrierByName = (db: Database, name: string) =>
  carriers(db).where(sql`normal_form(name)`, '=', sql`normal_form(${name})`).executeTakeFirst()

export async function findCarrierIdsBy(db: Database, pattern: string): Promise<string[]> {
  const rows = await db.selectFrom('carriers').select('id').where(sql`normal_form(name)`, 'like', pattern).execute()
  return rows.map(({ id }) => id)
}

/** Locks all carriers until the transaction ends, for the rule that no two have a name. Policies can still be added. */
export async function lockCarriers(db: Database): Promise<void> {
  await sql`LOCK TABLE carriers IN SHARE ROW EXCLUSIVE MODE`.execute(db)
}

export async function insertCarrier(db: Database, row: Insertable<Schema['carriers']>): Promise<void> {
  await db.insertInto('carriers').values(row).execute()
}

export async function updateCarrier(
  db: Database,
  id: string,
  { fields, row }: { fields: string[]; row: Updateable<Schema['carriers']> },
): Promise<void> {
  await db
    .updateTable('carriers')
    .set({ ...row, ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

/** Deletes carriers that an import has added, but for those of policies and those that were edited. @returns their ids */
export async function deleteImportedCarriers(db: Database, importId: string): Promise<string[]> {
  // Waits for policies that are being added: until then they lock the keys of their carriers.
  await sql`SELECT FROM carriers WHERE import_id = ${importId} ORDER BY id FOR UPDATE`.execute(db)
  const { rows } = await sql<{ id: string }>`DELETE FROM carriers WHERE import_id = ${importId} AND version = 1
    AND NOT EXISTS (SELECT FROM policies WHERE carrier_id = carriers.id) RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
