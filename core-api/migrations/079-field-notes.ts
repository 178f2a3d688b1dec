import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What staff are told about the fields of an uploaded PDF. A document has its own copy, like the fields.
  for (const table of ['global_forms', 'session_forms']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN field_notes jsonb NOT NULL DEFAULT '[]'`.execute(db)
  }
}
