import { type Kysely, sql } from 'kysely'

const statements = [
  // Places to fill in on a PDF's pages. What was uploaded or attached before has none.
  `ALTER TABLE global_forms ADD COLUMN fields jsonb NOT NULL DEFAULT '[]'`,
  // A document has its own copy of them, and what was filled in.
  `ALTER TABLE session_forms ADD COLUMN fields jsonb NOT NULL DEFAULT '[]', ADD COLUMN sealed_values bytea`,

  // What clients wrote into documents in place of what their record holds.
  `CREATE TABLE proposals (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    session_form_id uuid NOT NULL REFERENCES session_forms ON DELETE CASCADE,
    field text NOT NULL,
    sealed_value bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    decision text CHECK (decision IN ('accepted', 'dismissed')),
    decided_at timestamptz,
    decided_by uuid REFERENCES admins ON DELETE SET NULL,
    CHECK ((decision IS NULL) = (decided_at IS NULL))
  )`,
  'CREATE INDEX proposals_client ON proposals (client_id)',
  'CREATE INDEX proposals_document ON proposals (session_form_id)',
  'CREATE INDEX proposals_open ON proposals (client_id, id) WHERE decision IS NULL',
  // Lists of clients are narrowed by whether a proposal waits.
  `CREATE TRIGGER proposals_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON proposals
    FOR EACH STATEMENT EXECUTE FUNCTION client_list_changed()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
