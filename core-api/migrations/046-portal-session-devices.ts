import { type Kysely, sql } from 'kysely'

/** Which browser opened a session, by the id of its device cookie: a second one is reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE portal_sessions ADD COLUMN device uuid`.execute(db)
}
