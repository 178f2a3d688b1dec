import { type Kysely, sql } from 'kysely'

const statements = [
  // Without a reference: the alert about somebody stays when their account is deleted, as the audit trail does.
  `CREATE TABLE reveal_alerts (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL,
    clients integer NOT NULL,
    usual_clients double precision,
    raised_at timestamptz NOT NULL,
    acknowledged_at timestamptz,
    acknowledged_by uuid
  )`,
  // One open alert about a person, however many processes find it.
  'CREATE UNIQUE INDEX reveal_alerts_open ON reveal_alerts (admin_id) WHERE acknowledged_at IS NULL',
  'CREATE INDEX reveal_alerts_person ON reveal_alerts (admin_id, acknowledged_at)',
  'CREATE INDEX reveal_alerts_raised ON reveal_alerts (raised_at)',
]

/** Alerts about staff who looked at sensitive values of unusually many clients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
