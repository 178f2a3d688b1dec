import { type Kysely, sql } from 'kysely'

const textColumns = ['client_first_name', 'client_last_name', 'current_health_plan_name']
const dateColumns = ['dob', 'next_f_u_date']

const sortIndexes = [
  ...textColumns.map((column) => ({ column, key: `${column} COLLATE "und-x-icu"` })),
  ...dateColumns.map((column) => ({ column, key: column })),
].flatMap(({ column, key }) =>
  ['asc', 'desc'].flatMap((order) => [
    `DROP INDEX clients_${column}_${order}`,
    `CREATE INDEX clients_${column}_${order} ON clients (${key} ${order} NULLS LAST, id) INCLUDE (status)`,
  ]),
)

const statements = [
  // Staff type "goncalves" for "Gonçalves": what is searched has neither case nor accents. `unaccent` is not immutable,
  // and so of no use in a generated column; taking the letters apart (NFD) is. The column's index goes with it.
  'ALTER TABLE clients DROP COLUMN search_text',
  `ALTER TABLE clients ADD COLUMN search_text text GENERATED ALWAYS AS (
    lower(regexp_replace(normalize(
      coalesce(client_first_name, '') || ' ' || coalesce(client_last_name, '') || ' ' ||
        coalesce(current_health_plan_name, ''), NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "und-x-icu")
  ) STORED`,
  'CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate = off)',

  // Trigrams need three letters in a row; for shorter words, the pairs of neighbouring characters.
  `CREATE FUNCTION letter_pairs(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(searched, n, 2)) FROM generate_series(1, length(searched) - 1) AS n $$`,
  'CREATE INDEX clients_letter_pairs ON clients USING gin (letter_pairs(search_text)) WITH (fastupdate = off)',

  // With the status in them, these indexes alone tell which clients are on a page, also far down and filtered.
  ...sortIndexes,

  // The sum over the slots changes whenever a total of the list may have changed, and becomes visible with that change.
  // A slot a connection, so that writers seldom wait for one another.
  'CREATE TABLE client_list_versions (slot integer PRIMARY KEY, version bigint NOT NULL) WITH (fillfactor = 50)',
  'INSERT INTO client_list_versions SELECT slot, 0 FROM generate_series(0, 15) AS slot',
  `CREATE FUNCTION client_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE client_list_versions SET version = version + 1 WHERE slot = pg_backend_pid() % 16;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER clients_added_or_removed AFTER INSERT OR DELETE OR TRUNCATE ON clients
    FOR EACH STATEMENT EXECUTE FUNCTION client_list_changed()`,
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW
    WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.status IS DISTINCT FROM NEW.status
      OR OLD.next_f_u_date IS DISTINCT FROM NEW.next_f_u_date)
    EXECUTE FUNCTION client_list_changed()`,
]

/** What searching and paging a hundred thousand clients needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
