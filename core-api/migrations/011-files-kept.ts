import { type Kysely, sql } from 'kysely'

const statements = [
  // The file store has the same id: a database never meets the files of another one.
  `CREATE TABLE installation (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    stored_at timestamptz
  )`,
  // Work that one replica does every so often. Apart from jobs, which are short and done one after the other.
  `CREATE TABLE recurring_jobs (
    kind text PRIMARY KEY,
    due_at timestamptz NOT NULL DEFAULT now(),
    lease_holder uuid,
    leased_until timestamptz,
    ended_at timestamptz,
    progress jsonb,
    result jsonb,
    last_error text
  )`,
  `CREATE TABLE file_findings (
    file_id uuid PRIMARY KEY REFERENCES files ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('missing', 'damaged')),
    found_at timestamptz NOT NULL DEFAULT now()
  )`,
]

/** The installation's id, work that comes again, and what the check of files finds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
