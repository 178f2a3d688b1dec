import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Database } from '../../platform/database/database.ts'

export const TableDigest = Type.Object({ rows: Type.Integer(), sha256: Type.String() })
/** The rows of a table: how many, and one hash of them all in any order. */
export type TableDigest = Static<typeof TableDigest>

/** A row takes few kilobytes. */
const rowsAtOnce = 500

/** Makes both sides write values in the same way, until the transaction ends, which may wait for files. */
export async function useOneFormat(trx: Database): Promise<void> {
  await sql`SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
    set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('statement_timeout', '0', true)`.execute(trx)
}

/** All tables, those of the migrator too. */
export async function listTables(trx: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname COLLATE "C"`.execute(trx)
  return rows.map(({ name }) => name)
}

/** The columns that are stored. The others are computed from them, and may differ by the version of ICU. */
async function storedColumns(trx: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${`public.${table}`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attname COLLATE "C"`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function digestTable(trx: Database, table: string): Promise<TableDigest> {
  const columns = sql.join((await storedColumns(trx, table)).map((name) => sql.ref(name)))
  const { rows } = await sql<TableDigest>`
    SELECT count(*)::int AS rows, encode(sha256(coalesce(string_agg(digest, ''::bytea ORDER BY digest), '')), 'hex') AS sha256
    FROM (SELECT sha256(convert_to(ROW(${columns})::text, 'UTF8')) AS digest FROM ${sql.table(table)}) AS digests`.execute(
    trx,
  )
  const [digest] = rows
  if (!digest) throw new Error(`The table ${table} could not be counted`)
  return digest
}

/** Reads the rows of a table. @returns texts of PostgreSQL, some at a time */
export async function* readRows(trx: Database, table: string): AsyncGenerator<string[]> {
  await sql`DECLARE moved NO SCROLL CURSOR FOR SELECT moved::text AS text FROM ${sql.table(table)} AS moved`.execute(
    trx,
  )
  const fetch = sql<{ text: string }>`FETCH ${sql.lit(rowsAtOnce)} FROM moved`
  for (let { rows } = await fetch.execute(trx); rows.length > 0; { rows } = await fetch.execute(trx)) {
    yield rows.map(({ text }) => text)
  }
  await sql`CLOSE moved`.execute(trx)
}

/** Writes rows as they were read. @param rows a JSON array of texts */
export async function writeRows(trx: Database, table: string, rows: string): Promise<void> {
  const columns = await storedColumns(trx, table)
  // OFFSET keeps a row from being parsed once for each of its columns.
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(columns.map((name) => sql`(moved).${sql.ref(name)}`))} FROM (
      SELECT text::${sql.table(table)} AS moved FROM json_array_elements_text(${rows}::json) AS text OFFSET 0) AS rows`.execute(
    trx,
  )
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Takes out what would refuse or change rows that come in any order. @returns what `closeTables` puts back */
export async function openTables(trx: Database): Promise<ForeignKey[]> {
  const { rows: keys } = await sql<ForeignKey>`SELECT conrelid::regclass::text AS "table", conname AS name,
    pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`.execute(
    trx,
  )
  for (const { table, name } of keys) {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(trx)
  }
  for (const table of await listTables(trx)) {
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx)
    // Migrations write rows too, and they are moved.
    await sql`DELETE FROM ${sql.table(table)}`.execute(trx)
  }
  return keys
}

/** Checks every foreign key again. */
export async function closeTables(trx: Database, keys: readonly ForeignKey[]): Promise<void> {
  for (const table of await listTables(trx)) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(trx)
  for (const { table, name, definition } of keys) {
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  }
}

export const Sequence = Type.Object({ name: Type.String(), last: Type.String() })

/** The sequences that gave a number. */
export async function listSequences(trx: Database): Promise<Static<typeof Sequence>[]> {
  const { rows } = await sql<Static<typeof Sequence>>`SELECT sequencename AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`.execute(trx)
  return rows
}

export async function setSequence(trx: Database, { name, last }: Static<typeof Sequence>): Promise<void> {
  await sql`SELECT setval(${`public.${name}`}::regclass, ${last}::bigint)`.execute(trx)
}

/** Without figures about the new rows the first plans would be bad. */
export async function analyze(db: Database): Promise<void> {
  await sql`ANALYZE`.execute(db)
}
