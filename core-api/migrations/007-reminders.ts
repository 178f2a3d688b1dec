import { type Kysely, sql } from 'kysely'

/** When the client was last reminded of a document, by which reminder, and why its e-mail was not sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE session_forms
    ADD COLUMN reminded_at timestamptz, ADD COLUMN reminder_id uuid, ADD COLUMN reminder_error text`.execute(db)
  await sql`CREATE UNIQUE INDEX session_forms_reminder ON session_forms (reminder_id)
    WHERE reminder_id IS NOT NULL`.execute(db)
}
