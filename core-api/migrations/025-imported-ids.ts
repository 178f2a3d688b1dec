import { type Kysely, sql } from 'kysely'

/** An older core-api imports without them: a later file that refers to such rows does not find them. */
export const readableFrom = '1.0.0'

/** The HMAC of the id that another system has for the client of a row, and what an unclear row asks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE client_import_rows ADD COLUMN other_id_digest bytea, ADD COLUMN question text`.execute(db)
  await sql`CREATE INDEX client_import_rows_other_id ON client_import_rows (other_id_digest) WHERE other_id_digest IS NOT NULL`.execute(
    db,
  )
}
