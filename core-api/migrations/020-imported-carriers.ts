import { type Kysely, sql } from 'kysely'

/** An older core-api leaves the carriers of an import when it reverts it. */
export const readableFrom = '1.0.0'

/** The import that has added a carrier, which its revert deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE carriers ADD COLUMN import_id uuid`.execute(db)
}
