import { type Kysely, sql } from 'kysely'

const copied = [
  'client_first_name',
  'client_last_name',
  'current_health_plan_name',
  'dob',
  'next_f_u_date',
  'status',
  'owner_id',
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
  'ALTER TABLE client_searches ADD COLUMN owner_id uuid',
  `UPDATE client_searches SET owner_id = clients.owner_id FROM clients
    WHERE clients.id = client_searches.id AND clients.owner_id IS NOT NULL`,
  `CREATE OR REPLACE FUNCTION copy_added_clients() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO client_searches (id, ${columns}) SELECT id, ${columns} FROM added;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE FUNCTION copy_changed_client() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE client_searches SET ${copied.map((column) => `${column} = NEW.${column}`).join(', ')} WHERE id = NEW.id;
      RETURN NULL;
    END $$`,
  'DROP TRIGGER clients_search_changed ON clients',
  `CREATE TRIGGER clients_search_changed AFTER UPDATE ON clients FOR EACH ROW WHEN (${changed})
    EXECUTE FUNCTION copy_changed_client()`,
  // Finds the clients of an owner: all that a role with the scope own sees.
  'CREATE INDEX client_searches_owner ON client_searches (owner_id)',
]

/** What searches read has the owner of each client, so that a list holds those of some owners alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
