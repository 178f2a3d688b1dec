import { type Kysely, sql } from 'kysely'

const collation = 'COLLATE "und-x-icu"'
const columns = [
  { column: 'client_first_name', key: `client_first_name ${collation}`, tie: 'last_name_start' },
  { column: 'client_last_name', key: `client_last_name ${collation}`, tie: 'first_name_start' },
  { column: 'current_health_plan_name', key: `current_health_plan_name ${collation}`, tie: 'first_name_start' },
  { column: 'dob', key: 'dob', tie: 'first_name_start' },
  { column: 'next_f_u_date', key: 'next_f_u_date', tie: 'first_name_start' },
]

const sortIndexes = columns.flatMap(({ column, key, tie }) =>
  ['asc', 'desc'].flatMap((order) => [
    `DROP INDEX clients_${column}_${order}`,
    `CREATE INDEX clients_${column}_${order} ON clients
      (${key} ${order} NULLS LAST, ${tie} ${collation} NULLS LAST, id) INCLUDE (status)`,
  ]),
)

const statements = [
  `ALTER TABLE clients
    -- E-mail address and the digits of the phone number.
    ADD COLUMN contact_text text GENERATED ALWAYS AS (
      lower(coalesce(primary_email, '') ${collation}) || ' ' ||
        regexp_replace(coalesce(primary_phone, ''), '[^0-9]', '', 'g')
    ) STORED,
    -- What ties are sorted by. Whole names would make an index row too long.
    ADD COLUMN first_name_start text GENERATED ALWAYS AS (left(client_first_name, 60)) STORED,
    ADD COLUMN last_name_start text GENERATED ALWAYS AS (left(client_last_name, 60)) STORED,
    -- HMACs by which encrypted values are found, and the id of their master key.
    ADD COLUMN search_keys bytea[] NOT NULL DEFAULT '{}',
    ADD COLUMN search_key_id bytea,
    -- The version of the record that they were made of. An earlier release changes records without it.
    ADD COLUMN search_keys_version integer`,
  'CREATE INDEX clients_contact ON clients USING gin (contact_text gin_trgm_ops) WITH (fastupdate = off)',
  'CREATE INDEX clients_search_keys ON clients USING gin (search_keys) WITH (fastupdate = off)',
  'CREATE INDEX clients_without_search_keys ON clients (id) WHERE search_keys_version IS DISTINCT FROM version',

  ...sortIndexes,

  'DROP TRIGGER clients_moved ON clients',
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW
    WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.status IS DISTINCT FROM NEW.status
      OR OLD.next_f_u_date IS DISTINCT FROM NEW.next_f_u_date
      OR OLD.contact_text IS DISTINCT FROM NEW.contact_text OR OLD.search_keys IS DISTINCT FROM NEW.search_keys)
    EXECUTE FUNCTION client_list_changed()`,
]

/** Finds clients by e-mail address, phone number and the last four digits of the SSN; sorts ties by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
