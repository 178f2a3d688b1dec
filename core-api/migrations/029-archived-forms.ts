import { type Kysely, sql } from 'kysely'

const statements = [
  // An archived form is not offered any more; the documents made from it stay.
  'ALTER TABLE global_forms ADD COLUMN archived_at timestamptz',
  // Counts the PDFs that a form has had. Each document keeps the file with which it was attached.
  'ALTER TABLE global_forms ADD COLUMN file_version integer NOT NULL DEFAULT 1',
]

/** Archived forms, and the number of a form's PDF. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
