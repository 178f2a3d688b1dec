import { type Kysely, sql } from 'kysely'

/** Anybody may ask for a sealed document by its hash. Not unique: one file may be uploaded several times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX files_sha256 ON files (sha256)`.execute(db)
}
