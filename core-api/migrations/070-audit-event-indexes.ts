import { type Kysely, sql } from 'kysely'

const statements = [
  // The chain of a client holds its events in their order, and has an index for that.
  'DROP INDEX audit_events_client_id',
  // Most events have the client as their subject. They are found by its chain too.
  'DROP INDEX audit_events_subject_id',
  `CREATE INDEX audit_events_subject_id ON audit_events (subject_id, at, id)
    WHERE subject_id IS DISTINCT FROM client_id`,
]

/** Leaves one index whose page depends on the client: an event of a long trail changes hardly more pages than the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
