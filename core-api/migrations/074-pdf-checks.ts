import { type Kysely, sql } from 'kysely'

const statements = [
  // A large upload whose check is not done, or that it refused. An accepted upload has no row: its form or document has the
  // file. `file_id` is the file as it was uploaded. `replaces`: the upload replaces the PDF of a form.
  `CREATE TABLE pdf_checks (
    id uuid PRIMARY KEY,
    global_form_id uuid UNIQUE REFERENCES global_forms ON DELETE CASCADE,
    session_form_id uuid UNIQUE REFERENCES session_forms ON DELETE CASCADE,
    replaces boolean NOT NULL DEFAULT false,
    file_id uuid UNIQUE REFERENCES files,
    refusal text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((global_form_id IS NULL) <> (session_form_id IS NULL)),
    CHECK ((file_id IS NULL) = (refusal IS NOT NULL))
  )`,
]

/** Uploads that are checked in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
