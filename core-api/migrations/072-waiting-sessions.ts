import { type Kysely, sql } from 'kysely'

const unfinished = `status IN ('not_started', 'in_progress') AND archived_at IS NULL`

const statements = [
  // With all that counts and the order of a page read, so that neither reads the sessions themselves.
  'DROP INDEX sessions_unfinished',
  `CREATE INDEX sessions_unfinished ON sessions (expires_at) INCLUDE (client_id, id, created_at) WHERE ${unfinished}`,
  // A client can't open such a session, so there are few.
  `CREATE INDEX sessions_without_passcode ON sessions (expires_at) INCLUDE (id)
    WHERE ${unfinished} AND encrypted_passcode IS NULL`,
  // In the order of the declined documents, with which they are joined.
  `CREATE INDEX sessions_declined ON sessions (id) INCLUDE (client_id) WHERE status = 'declined' AND archived_at IS NULL`,
]

/** Counts sessions that wait or were declined, and finds their pages, by indexes alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
