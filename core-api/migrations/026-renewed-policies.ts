import { type Kysely, sql } from 'kysely'

/** An older core-api does not ask for it. */
export const readableFrom = '1.0.0'

/** Lists of policies that are due leave out those with one of the next term: they look it up by this index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX policies_live ON policies (client_id, line, effective_date) INCLUDE (carrier_id)
    WHERE deleted_at IS NULL AND status IN ('submitted', 'pending', 'active')`.execute(db)
}
