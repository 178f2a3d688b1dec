import { type Kysely, sql } from 'kysely'

/** An older core-api does not know selections. */
export const readableFrom = '1.0.0'

/** What is done to many clients at once, with a row for each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE client_selections (
    id uuid PRIMARY KEY,
    action jsonb NOT NULL,
    encrypted_filter bytea,
    state text DEFAULT 'planned' NOT NULL
      CHECK (state IN ('planned', 'running', 'stopped', 'done', 'undoing', 'undone')),
    listed boolean NOT NULL,
    total integer NOT NULL,
    fault text,
    created_by uuid NOT NULL,
    acting_from text NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL
  )`.execute(db)
  await sql`CREATE TABLE client_selection_rows (
    selection_id uuid NOT NULL REFERENCES client_selections (id) ON DELETE CASCADE,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    result text CHECK (result IN ('changed', 'unchanged', 'skipped', 'failed', 'undone', 'kept')),
    reason text,
    former text,
    PRIMARY KEY (selection_id, client_id)
  )`.execute(db)
  await sql`CREATE INDEX client_selection_rows_client ON client_selection_rows (client_id)`.execute(db)
}
