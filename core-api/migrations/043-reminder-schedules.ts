import { type Kysely, sql } from 'kysely'

const statements = [
  `CREATE TABLE session_reminders (
    session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    -- All three null: the office's default.
    days integer[],
    repeat_days integer,
    most integer,
    paused_at timestamptz,
    -- When the job looks at the session again; null: it needs no more reminders.
    next_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    field_versions jsonb NOT NULL DEFAULT '{}',
    CHECK ((days IS NULL) = (repeat_days IS NULL) AND (days IS NULL) = (most IS NULL))
  )`,
  'CREATE INDEX session_reminders_due ON session_reminders (next_at) WHERE next_at IS NOT NULL',
  'ALTER TABLE admins ADD COLUMN digest boolean NOT NULL DEFAULT false',
]

/** The reminder schedule of each session that was sent, and which staff get a summary each morning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
