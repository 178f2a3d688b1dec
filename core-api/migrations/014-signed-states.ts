import { type Kysely, sql } from 'kysely'

const statements = [
  // A flag beside the state `signed`: set when sealing has failed for good, so that staff can end the document.
  'ALTER TABLE envelopes ADD COLUMN sealing_failed_at timestamptz',
  'CREATE INDEX envelopes_sealing_failed ON envelopes (session_form_id) WHERE sealing_failed_at IS NOT NULL',

  // A date in session_forms can be set by hand, so what was signed since a day is counted by envelope.
  'CREATE INDEX envelopes_signed ON envelopes (signed_at) WHERE signed_at IS NOT NULL',
  'DROP INDEX session_forms_signed',

  // Who set the present status, or dates, by hand. NULL: the client or the product did.
  `ALTER TABLE session_forms
    ADD COLUMN status_set_at timestamptz,
    ADD COLUMN status_set_by uuid REFERENCES admins ON DELETE SET NULL,
    ADD COLUMN dates_set text[] NOT NULL DEFAULT '{}',
    ADD COLUMN dates_set_at timestamptz,
    ADD COLUMN dates_set_by uuid REFERENCES admins ON DELETE SET NULL`,

  // The audit trail knows it of existing documents: the last event that set the status was a manual one.
  `UPDATE session_forms
    SET status_set_at = last.at, status_set_by = (SELECT id FROM admins WHERE id = last.actor_id)
    FROM (SELECT DISTINCT ON (subject_id) subject_id, action, at, actor_id FROM audit_events
      WHERE action IN ('sent', 'viewed', 'acknowledged', 'signed', 'sealed', 'declined', 'voided')
        OR (action = 'staff_override' AND 'status' = ANY (fields))
      ORDER BY subject_id, at DESC, position DESC) AS last
    WHERE last.subject_id = session_forms.id AND last.action = 'staff_override'`,
  `UPDATE session_forms
    SET dates_set = manual.names, dates_set_at = manual.at,
      dates_set_by = (SELECT id FROM admins WHERE id = manual.actor_id)
    FROM (SELECT e.subject_id, array_agg(DISTINCT field) AS names, max(e.at) AS at,
        (array_agg(e.actor_id ORDER BY e.at DESC))[1] AS actor_id
      FROM audit_events e CROSS JOIN unnest(e.fields) AS field
      WHERE e.action = 'staff_override' AND field IN ('created_at', 'sent_at', 'read_at', 'signed_at')
        AND NOT (field = 'signed_at' AND EXISTS (SELECT 1 FROM audit_events later
          WHERE later.subject_id = e.subject_id AND later.action = 'signed' AND later.at > e.at))
      GROUP BY e.subject_id) AS manual
    WHERE manual.subject_id = session_forms.id`,

  // A session is completed only when everything that was signed is sealed.
  `UPDATE sessions SET status = 'in_progress', submitted_at = NULL, version = version + 1
    WHERE status = 'completed' AND EXISTS (SELECT 1 FROM session_forms
      JOIN envelopes ON envelopes.session_form_id = session_forms.id
      WHERE session_forms.session_id = sessions.id AND envelopes.status = 'signed')`,
]

/** Failed sealing as a state that staff see and can end, and who set a status or date by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
