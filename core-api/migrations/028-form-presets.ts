import { type Kysely, sql } from 'kysely'

const statements = [
  `CREATE TABLE form_presets (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    session_type text,
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    field_versions jsonb NOT NULL DEFAULT '{}'
  )`,
  `CREATE TABLE form_preset_forms (
    preset_id uuid NOT NULL REFERENCES form_presets ON DELETE CASCADE,
    form_id uuid NOT NULL REFERENCES global_forms ON DELETE CASCADE,
    place integer NOT NULL,
    PRIMARY KEY (preset_id, form_id)
  )`,
  'CREATE INDEX form_preset_forms_form ON form_preset_forms (form_id)',
]

/** Presets: named lists of forms that are attached to a session in one step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
