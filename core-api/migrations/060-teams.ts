import { type Kysely, sql } from 'kysely'

/** What only filters and orders read, as in migration 036, and the team. */
const other = ['dob', 'next_f_u_date', 'status', 'owner_id', 'owner_name', 'team_id']
/** What finds a client by a search, and what lists by name are in the order of, as in migration 036. */
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
const changed = (columns: string[]) =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')

const statements = [
  `CREATE TABLE teams (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    field_versions jsonb NOT NULL DEFAULT '{}'
  )`,
  'CREATE UNIQUE INDEX teams_name ON teams (lower(name))',
  `CREATE TABLE team_members (
    team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
    admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
    PRIMARY KEY (admin_id, team_id)
  )`,
  'CREATE INDEX team_members_team ON team_members (team_id)',
  'ALTER TABLE clients ADD COLUMN team_id uuid REFERENCES teams ON DELETE SET NULL',
  'CREATE INDEX clients_team ON clients (team_id) WHERE team_id IS NOT NULL',

  // A list of some owners or teams is kept until the version of the list changes.
  'DROP TRIGGER clients_moved ON clients',
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW
    WHEN ((${changed(other)}) AND NOT (${changed(named)})) EXECUTE FUNCTION client_list_moved()`,

  // Scopes are looked up by the indexes of `clients`. With one here too, a new owner would add entries to each index of
  // searches, which takes ten times as long as all else; without it, such updates stay within their pages.
  'DROP INDEX client_searches_owner',
  'ALTER TABLE client_searches SET (fillfactor = 80)',
]

/** Teams of staff, and the team of each client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
