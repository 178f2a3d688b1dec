import { type Kysely, sql } from 'kysely'

const statements = [
  // What a plain copy lacks of the file it was made from, as staff accepted.
  'ALTER TABLE files ADD COLUMN losses jsonb',
  // Of a refused upload: what it would lose, if staff may accept it. Its file is then kept.
  'ALTER TABLE pdf_checks ADD COLUMN losses jsonb',
  "ALTER TABLE pdf_checks ADD COLUMN accepted_losses jsonb NOT NULL DEFAULT '[]'",
  'ALTER TABLE pdf_checks DROP CONSTRAINT pdf_checks_check1',
  'ALTER TABLE pdf_checks ADD CHECK ((file_id IS NULL) = (refusal IS NOT NULL AND losses IS NULL))',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
