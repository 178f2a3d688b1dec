import { type Kysely, sql } from 'kysely'

/** What finds a client by a search, and what lists by name are in the order of. */
const named = [
  'client_first_name',
  'client_last_name',
  'current_health_plan_name',
  'first_name_start',
  'last_name_start',
  'archived_at',
  'search_text',
  'contact_text',
  'primary_phone',
  'search_keys',
]
/** What only filters and other orders read. */
const other = ['dob', 'next_f_u_date', 'status', 'owner_id', 'owner_name']
const changed = (columns: string[]) =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')

const statements = [
  // Staff change a status or a follow-up all day, and names seldom: what was read of names stays valid meanwhile.
  'ALTER TABLE client_list_versions ADD COLUMN name_version bigint NOT NULL DEFAULT 0',
  `CREATE OR REPLACE FUNCTION client_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE client_list_versions SET version = version + 1, name_version = name_version + 1
      WHERE slot = pg_backend_pid() % 16;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION client_list_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE client_list_versions SET version = version + 1 WHERE slot = pg_backend_pid() % 16;
      RETURN NULL;
    END $$`,
  'DROP TRIGGER clients_moved ON clients',
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW
    WHEN ((${changed(other)}) AND NOT (${changed(named)})) EXECUTE FUNCTION client_list_moved()`,
  `CREATE TRIGGER clients_renamed AFTER UPDATE ON clients FOR EACH ROW
    WHEN (${changed(named)}) EXECUTE FUNCTION client_list_changed()`,
  'DROP TRIGGER proposals_changed ON proposals',
  `CREATE TRIGGER proposals_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON proposals
    FOR EACH STATEMENT EXECUTE FUNCTION client_list_moved()`,
]

/** A version of the client list for what depends on names and identifiers alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
