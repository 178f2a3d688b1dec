import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether staff want the pictures of the upload smaller.
  await sql`ALTER TABLE pdf_checks ADD COLUMN make_smaller boolean NOT NULL DEFAULT false`.execute(db)
}
