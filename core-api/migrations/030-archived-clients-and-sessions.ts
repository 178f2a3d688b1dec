import { type Kysely, sql } from 'kysely'

const collation = 'COLLATE "und-x-icu"'
const columns = [
  { column: 'client_first_name', key: `client_first_name ${collation}`, tie: 'last_name_start' },
  { column: 'client_last_name', key: `client_last_name ${collation}`, tie: 'first_name_start' },
  { column: 'current_health_plan_name', key: `current_health_plan_name ${collation}`, tie: 'first_name_start' },
  { column: 'dob', key: 'dob', tie: 'first_name_start' },
  { column: 'next_f_u_date', key: 'next_f_u_date', tie: 'first_name_start' },
]

// Lists show clients that are not archived. Only a partial index answers that without reading the rows.
const sortIndexes = columns.flatMap(({ column, key, tie }) =>
  ['asc', 'desc'].flatMap((order) => [
    `DROP INDEX clients_${column}_${order}`,
    `CREATE INDEX clients_${column}_${order} ON clients
      (${key} ${order} NULLS LAST, ${tie} ${collation} NULLS LAST, id) INCLUDE (status) WHERE archived_at IS NULL`,
  ]),
)

const statements = [
  // An archived client or session is in no list, search or count. Its record and its audit trail stay.
  'ALTER TABLE clients ADD COLUMN archived_at timestamptz',
  'ALTER TABLE sessions ADD COLUMN archived_at timestamptz',
  'CREATE INDEX clients_archived ON clients (id) WHERE archived_at IS NOT NULL',
  'CREATE INDEX sessions_archived ON sessions (created_at DESC, id) WHERE archived_at IS NOT NULL',

  'DROP INDEX clients_status',
  'CREATE INDEX clients_status ON clients (status) WHERE archived_at IS NULL',
  ...sortIndexes,

  'DROP TRIGGER clients_moved ON clients',
  `CREATE TRIGGER clients_moved AFTER UPDATE ON clients FOR EACH ROW
    WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.status IS DISTINCT FROM NEW.status
      OR OLD.next_f_u_date IS DISTINCT FROM NEW.next_f_u_date OR OLD.archived_at IS DISTINCT FROM NEW.archived_at
      OR OLD.contact_text IS DISTINCT FROM NEW.contact_text OR OLD.search_keys IS DISTINCT FROM NEW.search_keys)
    EXECUTE FUNCTION client_list_changed()`,
]

/** Archived clients and sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
