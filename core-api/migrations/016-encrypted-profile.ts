import { type Kysely, sql } from 'kysely'

const statements = [
  // The fields without a column of their own, encrypted. A row that has it holds JSON null in `profile`, which a core-api
  // of an earlier release refuses to read: with an empty object it would show, and then save, an empty record.
  'ALTER TABLE clients ADD COLUMN sealed_profile bytea',
  `ALTER TABLE clients ALTER COLUMN profile SET DEFAULT 'null'`,
  // The rows that are not encrypted yet. Empty once they all are.
  `CREATE INDEX clients_plain_profile ON clients (id) WHERE sealed_profile IS NULL AND profile <> 'null'::jsonb`,

  // Free texts about a client. The columns in the clear stay for what an earlier release stored.
  'ALTER TABLE session_forms ADD COLUMN sealed_notes bytea',
  'ALTER TABLE documents ADD COLUMN sealed_notes bytea',
  'ALTER TABLE envelopes ADD COLUMN sealed_reason bytea',
  'CREATE INDEX session_forms_plain_notes ON session_forms (id) WHERE notes IS NOT NULL',
  'CREATE INDEX documents_plain_notes ON documents (id) WHERE notes IS NOT NULL',
  'CREATE INDEX envelopes_plain_reason ON envelopes (id) WHERE ended_reason IS NOT NULL',

  // Whose records a member of staff opened, and since when that counts. Removed after a day.
  `CREATE TABLE record_reads (
    admin_id uuid NOT NULL,
    client_id uuid NOT NULL,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (admin_id, client_id)
  )`,
  'CREATE INDEX record_reads_age ON record_reads (read_at)',
  // When each threshold was last reported of whom.
  `CREATE TABLE record_read_alerts (
    admin_id uuid NOT NULL,
    kind text NOT NULL,
    alerted_at timestamptz NOT NULL,
    PRIMARY KEY (admin_id, kind)
  )`,
]

/** Makes room for encrypted profiles and notes, and counts the records that each member of staff opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
