import { type Kysely, sql } from 'kysely'

const statements = [
  // Without the values. The name is a copy: certificates state it, also of a former staff member.
  `CREATE TABLE contact_changes (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    field text NOT NULL CHECK (field IN ('email', 'phone')),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed_by uuid NOT NULL,
    changed_by_name text,
    may_see boolean NOT NULL
  )`,
  'CREATE INDEX contact_changes_client ON contact_changes (client_id, changed_at DESC)',
]

/** When and by whom staff changed where a client is reached. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
