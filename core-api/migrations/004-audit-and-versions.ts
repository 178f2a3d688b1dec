import { type Kysely, sql } from 'kysely'

const versioned = ['admins', 'global_forms', 'sessions', 'session_forms', 'documents']
const audited = ['client_id', 'session_id', 'subject_id', 'actor_id']

const statements = [
  'ALTER TABLE sessions ADD COLUMN version integer NOT NULL DEFAULT 1',
  'ALTER TABLE documents ADD COLUMN version integer NOT NULL DEFAULT 1',
  // For each field, the version that last changed it: enough to tell whether an older copy conflicts.
  ...versioned.map((table) => `ALTER TABLE ${table} ADD COLUMN field_versions jsonb NOT NULL DEFAULT '{}'`),

  // The trail by record, person, action and time; read backwards, so that the newest come first.
  'DROP INDEX audit_events_subject',
  ...audited.map(
    (column) => `CREATE INDEX audit_events_${column} ON audit_events (${column}, at, id) WHERE ${column} IS NOT NULL`,
  ),
  'CREATE INDEX audit_events_action ON audit_events (action, at, id)',
  'CREATE INDEX audit_events_at ON audit_events (at, id)',

  // Templates of the e-signature provider: each is in the library once, and kept when the provider drops it.
  'ALTER TABLE global_forms ADD COLUMN template_title text',
  'ALTER TABLE global_forms ADD COLUMN retired_at timestamptz',
  `CREATE UNIQUE INDEX global_forms_template ON global_forms (docusign_template_id)
    WHERE docusign_template_id IS NOT NULL`,

  // A document's newest envelope.
  'CREATE INDEX envelopes_form ON envelopes (session_form_id, id)',

  // What needs doing today.
  'CREATE INDEX sessions_newest ON sessions (created_at DESC, id)',
  'CREATE INDEX sessions_status ON sessions (status, created_at DESC, id)',
  'CREATE INDEX session_forms_signed ON session_forms (signed_at) WHERE signed_at IS NOT NULL',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
