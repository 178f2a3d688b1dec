import { type Kysely, sql } from 'kysely'

const triggers = [
  ...['clients_added_or_removed', 'clients_moved', 'clients_renamed', 'clients_added', 'clients_search_changed'],
  ...['clients_owned', 'clients_owner_changed'],
].map((name) => `DROP TRIGGER ${name} ON clients`)

const functions = [
  ...['client_list_changed()', 'client_list_moved()', 'copy_added_clients()', 'copy_changed_client()'],
  ...['count_added_terms()', 'count_changed_terms()', 'count_removed_terms()', 'count_no_terms()'],
  ...['change_search_counter(text, bigint)', 'search_terms(text, text)', 'letter_pairs(text)'],
  ...['copy_owner_name()', 'copy_name_to_clients()', 'admin_name(admins)'],
].map((name) => `DROP FUNCTION ${name}`)

const statements = [
  ...triggers,
  'DROP TRIGGER proposals_changed ON proposals',
  'DROP TRIGGER admins_renamed ON admins',
  'DROP TABLE client_searches, search_counters, client_list_versions',
  'ALTER TABLE clients DROP COLUMN owner_name',
  'DROP INDEX clients_first_name_start',
  ...functions,

  // Trigrams need three characters in a row. Searches of one or two look up single characters and pairs, and the status.
  `CREATE FUNCTION short_terms(searched text, status text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT term) || ('=' || status) FROM (
      SELECT substr(searched, n, size) AS term FROM generate_series(1, length(searched)) AS n, (VALUES (1), (2)) AS sizes (size)
    ) AS terms WHERE strpos(term, ' ') = 0 $$`,
  'CREATE INDEX clients_short_terms ON clients USING gin (short_terms(search_text, status)) WITH (fastupdate = off)',
  'CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate = off)',
  'CREATE INDEX clients_contact ON clients USING gin (contact_text gin_trgm_ops) WITH (fastupdate = off)',
  'CREATE INDEX clients_search_keys ON clients USING gin (search_keys) WITH (fastupdate = off)',
  // Whole addresses would make an index row too long.
  'CREATE INDEX clients_contact_start ON clients (left(contact_text, 60) text_pattern_ops)',
  'CREATE INDEX clients_phone ON clients (phone_digits(primary_phone) text_pattern_ops)',
  'CREATE INDEX clients_phone_end ON clients (reverse(phone_digits(primary_phone)) text_pattern_ops)',
]

/** Searches read `clients` by plain indexes: no copy of it, no counters and no triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
