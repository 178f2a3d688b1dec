import { type Kysely, sql } from 'kysely'

const statements = [
  // A row for each time that a client declined. Its id is that of the audit event, so that Activity finds the reason.
  `CREATE TABLE declines (
    id uuid PRIMARY KEY,
    session_form_id uuid NOT NULL REFERENCES session_forms ON DELETE CASCADE,
    envelope_id uuid REFERENCES envelopes ON DELETE CASCADE,
    declined_at timestamptz NOT NULL,
    address text,
    encrypted_reason bytea
  )`,
  'CREATE INDEX declines_form ON declines (session_form_id, declined_at DESC)',

  // Earlier releases stored the reason with the envelope, where it stays. The newest decline is of the newest declined
  // envelope, and so on.
  `INSERT INTO declines (id, session_form_id, envelope_id, declined_at, address)
    SELECT event.id, event.subject_id, ended.id, event.at, event.address
    FROM (SELECT id, subject_id, at, address,
        row_number() OVER (PARTITION BY subject_id ORDER BY at DESC, position DESC) AS place
      FROM audit_events WHERE action = 'declined') AS event
    JOIN session_forms ON session_forms.id = event.subject_id
    LEFT JOIN (SELECT id, session_form_id,
        row_number() OVER (PARTITION BY session_form_id ORDER BY id DESC) AS place
      FROM envelopes WHERE status = 'declined') AS ended
      ON ended.session_form_id = event.subject_id AND ended.place = event.place`,

  // A document with an envelope is its sealed file. It is not removed but marked as deleted, so that the reason stays
  // and it is not filed again.
  `ALTER TABLE documents
    ADD COLUMN envelope_id uuid UNIQUE REFERENCES envelopes,
    ADD COLUMN deleted_at timestamptz,
    ADD COLUMN encrypted_reason bytea`,
]

/** Why, when and from where a client declined, and sealed documents filed with the client's documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
