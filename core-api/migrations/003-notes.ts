import { type Kysely, sql } from 'kysely'

/** An older core-api does not know the notes. A client that it deletes takes them along. */
export const readableFrom = '1.0.0'

/** Dated notes of clients with their former texts, and what an edit of a client record changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE client_notes (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('note', 'call', 'meeting', 'text')),
    encrypted_text bytea NOT NULL,
    pinned boolean DEFAULT false NOT NULL,
    author_id uuid NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    deleted_at timestamptz,
    version integer DEFAULT 1 NOT NULL,
    field_versions jsonb DEFAULT '{}' NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX client_notes_client ON client_notes (client_id, pinned DESC, created_at DESC, id DESC)
    WHERE deleted_at IS NULL`.execute(db)
  await sql`CREATE TABLE client_note_texts (
    id uuid PRIMARY KEY,
    note_id uuid NOT NULL REFERENCES client_notes (id) ON DELETE CASCADE,
    encrypted_text bytea NOT NULL,
    replaced_at timestamptz DEFAULT now() NOT NULL,
    replaced_by uuid NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX client_note_texts_note ON client_note_texts (note_id)`.execute(db)
  // The id is that of the event.
  await sql`CREATE TABLE client_change_values (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    encrypted_values bytea NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX client_change_values_client ON client_change_values (client_id)`.execute(db)
}
