import { type Kysely, sql } from 'kysely'

/** Gives the table of rate limits the name that the rest of the product uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE attempts RENAME TO rate_limits`.execute(db)
  await sql`ALTER INDEX attempts_age RENAME TO rate_limits_age`.execute(db)
}
