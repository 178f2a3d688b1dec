import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // In how many attempts a PDF process failed with the upload. `jobs.attempts` also counts attempts that no process had.
  await sql`ALTER TABLE pdf_checks ADD COLUMN failed_attempts smallint NOT NULL DEFAULT 0`.execute(db)
}
