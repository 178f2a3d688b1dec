import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { restoredMessage } from '../../platform/outbox/outbox-service.ts'
import { type EncryptedTable, listEncryptedTables } from '../encryption/reencrypt-values.ts'
import type { Sequence } from './archive-format.ts'

/** A table as an archive has it. */
export interface ArchivedTable {
  name: string
  /** The columns of its lines. Those that are computed from others by the database are left out. */
  columns: { name: string; isJson: boolean; isText: boolean }[]
  /** Columns whose values are decrypted in its lines. */
  encrypted: EncryptedTable['columns']
  key: string[]
}

/** The rows of few tables are larger than some kilobytes. */
const rowsAtOnce = 500

/** What another installation cannot use: logins in progress, counters and digests by keys, and what its migrations write. */
const left = {
  tables: ['admin_challenges', 'admin_sessions', 'client_match_keys', 'idempotency_keys', 'kysely_migration'].concat([
    'kysely_migration_lock',
    'oidc_logins',
    'rate_limits',
    'schema_readers',
  ]),
  columns: [
    'field_keys',
    'match_keys',
    'other_id_digest',
    'search_key_id',
    'search_keys',
    'search_keys_version',
    'shape',
  ],
}

/** Makes both sides write values in the same way, until the transaction ends, which may wait for files. */
export async function useOneFormat(trx: Database): Promise<void> {
  await sql`SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
    set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('statement_timeout', '0', true)`.execute(trx)
}

/** All tables by name, those of the migrator too. */
async function readTables(trx: Database): Promise<Omit<ArchivedTable, 'encrypted'>[]> {
  const { rows } = await sql<Omit<ArchivedTable, 'encrypted'>>`SELECT relname AS name, (
      SELECT json_agg(json_build_object('name', attname, 'isJson', atttypid = 'jsonb'::regtype, 'isText', attcollation <> 0)
        ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ) AS columns, (
      SELECT json_agg(attname ORDER BY place)
      FROM pg_index, unnest(indkey::int2[]) WITH ORDINALITY AS keys (number, place), pg_attribute
      WHERE indrelid = pg_class.oid AND indisprimary AND attrelid = indrelid AND attnum = number
    ) AS key
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname COLLATE "C"`.execute(
    trx,
  )
  return rows
}

export const listTables = async (trx: Database): Promise<string[]> => (await readTables(trx)).map(({ name }) => name)

/** The tables that an archive of this form has. */
export async function listArchivedTables(trx: Database, form: 'open' | 'stored'): Promise<ArchivedTable[]> {
  const tables = await readTables(trx)
  if (form === 'stored') return tables.map((table) => ({ ...table, encrypted: [] }))
  const decrypted = new Map((await listEncryptedTables(trx)).map(({ table, columns }) => [table, columns]))
  return tables
    .filter(({ name }) => !left.tables.includes(name))
    .map((table) => {
      const encrypted = decrypted.get(table.name) ?? []
      const others = [...left.columns, ...encrypted.map(({ column }) => column)]
      return { ...table, encrypted, columns: table.columns.filter(({ name }) => !others.includes(name)) }
    })
}

export async function countRows(trx: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** A row as JSON without its NULLs, so that a `null` is one of JSON. With its id and encrypted values if it may have some. */
export type ReadRow = { text: string } & Record<string, Buffer | string | null>

/** Reads the rows of a table in the order of its key, some at a time. */
export async function* readRows(trx: Database, form: 'open' | 'stored', table: ArchivedTable) {
  const waiting = form === 'open' && table.name === 'outbox_messages' ? restoredMessage : {}
  const columnOf = (name: string): RawBuilder<unknown> => waiting[name] ?? sql.ref(name)
  const values = table.columns.map(
    ({ name }) => sql`${sql.lit(`${JSON.stringify(name)}:`)} || to_json(${columnOf(name)})::text`,
  )
  const encrypted = table.encrypted.map(({ column }) => sql`, ${columnOf(column)} AS ${sql.ref(column)}`)
  const ids = table.encrypted.length > 0 ? sql`, id` : sql``
  const isText = new Map(table.columns.map((column) => [column.name, column.isText]))
  const order = table.key.map((name) => sql`${sql.ref(name)}${isText.get(name) ? sql` COLLATE "C"` : sql``}`)
  await sql`DECLARE archived NO SCROLL CURSOR FOR
    SELECT '{' || concat_ws(',', ${sql.join(values)}) || '}' AS text${ids}${sql.join(encrypted, sql``)}
    FROM ${sql.table(table.name)} ORDER BY ${sql.join(order)}`.execute(trx)
  const fetch = sql<ReadRow>`FETCH ${sql.lit(rowsAtOnce)} FROM archived`
  for (let { rows } = await fetch.execute(trx); rows.length > 0; { rows } = await fetch.execute(trx)) yield rows
  await sql`CLOSE archived`.execute(trx)
}

/** Writes rows as they were read. @param rows a JSON array @param encrypted the values of each encrypted column, by row */
export async function writeRows(
  trx: Database,
  table: ArchivedTable,
  rows: string,
  encrypted: (Buffer | null)[][],
): Promise<void> {
  const values = table.columns.map(({ name, isJson }) =>
    // A JSON null is a value of its own.
    isJson ? sql`(record -> ${sql.lit(name)})::jsonb` : sql`(given).${sql.ref(name)}`,
  )
  const names = [...table.columns.map(({ name }) => name), ...table.encrypted.map(({ column }) => column)]
  const targets = names.map((name) => sql.ref(name))
  const arrays = encrypted.map((column) => sql`${column}::bytea[]`)
  const also = table.encrypted.map((_column, index) => sql.ref(`encrypted_${index}`))
  const joined =
    also.length === 0
      ? sql``
      : sql`JOIN unnest(${sql.join(arrays)}) WITH ORDINALITY
    AS encrypted (${sql.join([...also, sql.ref('place')])}) USING (place)`
  // OFFSET keeps a row from being parsed once for each of its columns.
  await sql`INSERT INTO ${sql.table(table.name)} (${sql.join(targets)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join([...values, ...also])} FROM (
      SELECT record, place, json_populate_record(NULL::${sql.table(table.name)}, record) AS given
      FROM json_array_elements(${rows}::json) WITH ORDINALITY AS records (record, place) OFFSET 0) AS rows ${joined}`.execute(
    trx,
  )
}

/** Makes the digests of all rows due, which the keys of another installation have made. */
export async function forgetSearchKeys(trx: Database): Promise<void> {
  for (const table of ['clients', 'policies']) await sql`UPDATE ${sql.table(table)} SET search_key_id = ''`.execute(trx)
}

/** Whether the tables are those of an installation that was never started. */
export async function isNew(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`SELECT NOT EXISTS (SELECT FROM installation)
    AND NOT EXISTS (SELECT FROM admins) AND NOT EXISTS (SELECT FROM clients) AS is_new`.execute(db)
  return rows[0]?.is_new ?? false
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
  return keys
}

/** Empties the tables: migrations write rows too, and they are in the archive. */
export async function emptyTables(trx: Database, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { name } of tables) {
    await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(trx)
    await sql`DELETE FROM ${sql.table(name)}`.execute(trx)
  }
}

/** Checks every foreign key again. */
export async function closeTables(
  trx: Database,
  tables: readonly ArchivedTable[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { name } of tables) await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(trx)
  for (const { table, name, definition } of keys) {
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  }
}

/** The migrations of a database. */
export async function listMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name COLLATE "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** The sequences that gave a number. */
export async function listSequences(trx: Database): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`SELECT sequencename AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename COLLATE "C"`.execute(
    trx,
  )
  return rows
}

export async function setSequence(trx: Database, { name, last }: Sequence): Promise<void> {
  await sql`SELECT setval(${`public.${name}`}::regclass, ${last}::bigint)`.execute(trx)
}

/** The stored files that rows name, in the order of their ids, some at a time. */
export async function* listNamedFiles(trx: Database) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const files = await trx
      .selectFrom('files')
      .select(['id', 'sha256', 'size'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    yield* files
    const last = files.at(-1)
    if (!last) return
    after = last.id
  }
}

/** The number of the newest anchor of the audit trail; 0 without one. */
export async function findLastAnchor(trx: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(number), 0) AS last FROM audit_anchors`.execute(trx)
  return rows[0]?.last ?? 0
}

/** Without figures about the new rows the first plans would be bad. */
export async function analyze(db: Database): Promise<void> {
  await sql`ANALYZE`.execute(db)
}
