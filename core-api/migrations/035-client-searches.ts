import { type Kysely, sql } from 'kysely'

/** What searches and orders read. Rows of `clients` are five times as wide, most of it encrypted. */
const copied = [
  'client_first_name',
  'client_last_name',
  'current_health_plan_name',
  'dob',
  'next_f_u_date',
  'status',
  'owner_name',
  'first_name_start',
  'last_name_start',
  'archived_at',
  'search_text',
  'contact_text',
  'primary_phone',
  'search_keys',
]
const columns = copied.join(', ')
const changed = copied.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')

const statements = [
  `CREATE TABLE client_searches AS SELECT id, ${columns} FROM clients`,
  `ALTER TABLE client_searches ADD PRIMARY KEY (id),
    ADD FOREIGN KEY (id) REFERENCES clients ON DELETE CASCADE,
    ALTER COLUMN status SET NOT NULL, ALTER COLUMN search_keys SET NOT NULL`,

  `CREATE FUNCTION copy_added_clients() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO client_searches (id, ${columns}) SELECT id, ${columns} FROM added;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER clients_added AFTER INSERT ON clients REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION copy_added_clients()`,
  `CREATE FUNCTION copy_changed_client() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE client_searches SET ${copied.map((column) => `${column} = NEW.${column}`).join(', ')} WHERE id = NEW.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER clients_search_changed AFTER UPDATE ON clients FOR EACH ROW WHEN (${changed})
    EXECUTE FUNCTION copy_changed_client()`,
  // The version of the list also changes with what only its order depends on: positions in the list are kept by version.
  'DROP TRIGGER clients_moved ON clients',
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW WHEN (${changed})
    EXECUTE FUNCTION client_list_changed()`,

  // The indexes of searches move from the wide table to the narrow one.
  ...['search', 'letter_pairs', 'contact', 'search_keys', 'contact_start', 'phone', 'phone_end'].map(
    (name) => `DROP INDEX clients_${name}`,
  ),
  'CREATE INDEX clients_search ON client_searches USING gin (search_text gin_trgm_ops) WITH (fastupdate = off)',
  `CREATE INDEX clients_letter_pairs ON client_searches USING gin (letter_pairs(search_text))
    WITH (fastupdate = off)`,
  'CREATE INDEX clients_contact ON client_searches USING gin (contact_text gin_trgm_ops) WITH (fastupdate = off)',
  'CREATE INDEX clients_search_keys ON client_searches USING gin (search_keys) WITH (fastupdate = off)',
  'CREATE INDEX clients_contact_start ON client_searches (left(contact_text, 60) text_pattern_ops)',
  'CREATE INDEX clients_phone ON client_searches (phone_digits(primary_phone) text_pattern_ops)',
  'CREATE INDEX clients_phone_end ON client_searches (reverse(phone_digits(primary_phone)) text_pattern_ops)',
  'ANALYZE client_searches',

  // Counts of sessions by state. Equal entries take one place, so that it has a tenth of the table's size.
  'CREATE INDEX sessions_counted ON sessions (status) WHERE archived_at IS NULL',
]

/** A narrow copy of what searches read, which triggers keep, with the indexes of searches; an index to count sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
