import { type Kysely, sql } from 'kysely'

/** When staff sent a session to its client, by message or by hand. Sessions of earlier releases have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN sent_at timestamptz`.execute(db)
}
