import { type Kysely, sql } from 'kysely'

/** Lets envelopes name any provider, so that a signing provider is added without a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE envelopes DROP CONSTRAINT envelopes_provider_check`.execute(db)
}
