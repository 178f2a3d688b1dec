import { type Kysely, sql } from 'kysely'

const collation = 'COLLATE "und-x-icu"'

const statements = [
  `ALTER TABLE clients
    -- E-mail address and the digits of the phone number.
    ADD COLUMN contact_text text GENERATED ALWAYS AS (
      lower(coalesce(primary_email, '') ${collation}) || ' ' ||
        regexp_replace(coalesce(primary_phone, ''), '[^0-9]', '', 'g')
    ) STORED,
    -- What ties are sorted by, with the indexes of migration 030. Whole names would make an index row too long.
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
]

/** Finds clients by e-mail address, phone number and the last four digits of the SSN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
