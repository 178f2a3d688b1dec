import { type Kysely, sql } from 'kysely'

const statements = [
  // Expired sessions keep their status: the range of `expires_at` leaves them out.
  `CREATE INDEX sessions_unfinished ON sessions (expires_at) INCLUDE (client_id, id)
    WHERE status IN ('not_started', 'in_progress')`,
  // Signed and not sealed yet: a few at any time.
  `CREATE INDEX envelopes_unsealed ON envelopes (session_form_id) WHERE status = 'signed'`,
]

/** Counts and lists sessions by state without reading the finished ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
