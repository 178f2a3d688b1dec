import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** A table with encrypted values. A column is named `encrypted_` and the purpose that its values are bound to. */
export interface EncryptedTable {
  table: string
  columns: { column: string; purpose: string }[]
}

const keyOfTrail = { table: 'audit_keys', columns: [{ column: 'encrypted_key', purpose: 'audit' }] }

export async function listEncryptedTables(db: Database): Promise<EncryptedTable[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
    FROM information_schema.columns WHERE table_schema = current_schema() AND column_name ^@ 'encrypted_'
    GROUP BY table_name ORDER BY table_name`.execute(db)
  return rows.map(({ table, columns }) => {
    if (table === keyOfTrail.table) return keyOfTrail
    const purposeOf = (column: string) => column.slice('encrypted_'.length).replaceAll('_', '-')
    return { table, columns: columns.map((column) => ({ column, purpose: purposeOf(column) })) }
  })
}

export type EncryptedRow = { id: string } & Record<string, Buffer | string | null>

const namesOf = ({ columns }: EncryptedTable) => columns.map(({ column }) => column)
/** Bytes 2 to 5 of an encrypted value are the id of its key. */
const keyOf = (column: string) => sql`substring(${sql.ref(column)} from 2 for 4)`
const anyOf = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` OR `)

/** Locks the next rows after an id that have a value encrypted with one of these keys. */
export async function lockEncryptedRows(
  db: Transaction,
  { table, keyIds, after, limit }: { table: EncryptedTable; keyIds: Buffer[]; after: string; limit: number },
): Promise<EncryptedRow[]> {
  const names = namesOf(table)
  const older = names.map((name) => sql`${keyOf(name)} IN (${sql.join(keyIds)})`)
  const { rows } = await sql<EncryptedRow>`
    SELECT id, ${sql.join(names.map((name) => sql.ref(name)))} FROM ${sql.table(table.table)}
    WHERE id > ${after} AND (${anyOf(older)}) ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(db)
  return rows
}

/** Replaces all encrypted values of the rows. Their content is the same, so version and time do not change. */
export async function updateEncryptedRows(db: Database, table: EncryptedTable, rows: EncryptedRow[]): Promise<void> {
  const names = namesOf(table)
  const columns = names.map((name) => sql`${rows.map((row) => row[name])}::bytea[]`)
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`reencrypted.${name}`)}`)
  await sql`
    UPDATE ${sql.table(table.table)} AS stored SET ${sql.join(assignments)}
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${sql.join(columns)})
      AS reencrypted (id, ${sql.join(names.map((name) => sql.ref(name)))})
    WHERE stored.id = reencrypted.id`.execute(db)
}

export async function countOnOtherKeys(db: Database, table: EncryptedTable, keyId: Buffer): Promise<number> {
  const others = namesOf(table).map((name) => sql`${keyOf(name)} <> ${keyId}`)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table.table)} WHERE ${anyOf(others)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The key of some value of each of these tables that has one. */
export async function findSomeKeyIds(db: Database, tables: readonly EncryptedTable[]): Promise<Buffer[]> {
  const selects = tables.map((table) => {
    const value = sql`coalesce(${sql.join(namesOf(table).map((name) => sql.ref(name)))})`
    return sql`(SELECT substring(${value} from 2 for 4) AS key_id FROM ${sql.table(table.table)}
      WHERE ${value} IS NOT NULL LIMIT 1)`
  })
  const { rows } = await sql<{ key_id: Buffer }>`${sql.join(selects, sql` UNION ALL `)}`.execute(db)
  return rows.map(({ key_id }) => key_id)
}
