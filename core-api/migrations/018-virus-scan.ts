import { type Kysely, sql } from 'kysely'

/** Whether the virus scanner has looked at a document. Those that are there already were not scanned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE documents ADD COLUMN scan text NOT NULL DEFAULT 'not_scanned'
    CHECK (scan IN ('clean', 'not_scanned'))`.execute(db)
}
