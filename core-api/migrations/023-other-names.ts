import { type Kysely, sql } from 'kysely'

/** An older core-api leaves it empty: the office then shows the client's name, as before. */
export const readableFrom = '1.0.0'

/** The name with which a document was signed, where it is not that of the record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE envelopes ADD COLUMN encrypted_other_name bytea`.execute(db)
}
