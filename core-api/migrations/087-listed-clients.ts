import { type Kysely, sql } from 'kysely'

/** Rows of lists count as a part of an opened record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE record_reads ADD COLUMN listed boolean NOT NULL DEFAULT false`.execute(db)
}
