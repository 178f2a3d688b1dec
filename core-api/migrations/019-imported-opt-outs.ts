import { type Kysely, sql } from 'kysely'

/** An older core-api leaves the stops of an import as they are when it reverts it. */
export const readableFrom = '1.0.0'

/** The import that has stopped texts to a number, which its revert lifts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE text_opt_outs ADD COLUMN import_id uuid`.execute(db)
}
