import { type Kysely, sql } from 'kysely'

/** An older core-api does not ask for it. */
export const readableFrom = '1.0.0'

/** Messages that were given up are few: lists of sessions find theirs by this index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outbox_messages_dead ON outbox_messages (session_id) WHERE state = 'dead'`.execute(db)
}
