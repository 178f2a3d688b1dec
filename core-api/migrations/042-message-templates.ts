import { type Kysely, sql } from 'kysely'

/**
 * Every version of the message templates that staff have edited; one without texts is a reset to the default texts, which
 * are in the source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE message_templates (
    kind text NOT NULL,
    language text NOT NULL,
    version integer NOT NULL,
    subject text,
    body text,
    text text,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by uuid REFERENCES admins ON DELETE SET NULL,
    PRIMARY KEY (kind, language, version),
    CHECK ((subject IS NULL) = (body IS NULL) AND (body IS NULL) = (text IS NULL))
  )`.execute(db)
}
