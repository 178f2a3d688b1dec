import { type Kysely, sql } from 'kysely'

/** An older core-api does not know proposed policies. A client or document that it deletes takes them along. */
export const readableFrom = '1.0.0'

/** Policies that signed documents name, for staff to add or dismiss. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE policy_proposals (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    session_form_id uuid NOT NULL REFERENCES session_forms (id) ON DELETE CASCADE,
    encrypted_values bytea NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    decision text CHECK (decision IN ('accepted', 'dismissed')),
    decided_at timestamptz,
    decided_by uuid REFERENCES admins (id) ON DELETE SET NULL,
    CHECK ((decision IS NULL) = (decided_at IS NULL))
  )`.execute(db)
  await sql`CREATE INDEX policy_proposals_client ON policy_proposals (client_id)`.execute(db)
  await sql`CREATE INDEX policy_proposals_document ON policy_proposals (session_form_id)`.execute(db)
  await sql`CREATE TRIGGER policy_proposals_follow_merge BEFORE INSERT ON policy_proposals FOR EACH ROW
    EXECUTE FUNCTION follow_merge()`.execute(db)
  await sql`CREATE INDEX policy_proposals_open ON policy_proposals (client_id, id) WHERE decision IS NULL`.execute(db)
}
