import { type Kysely, sql } from 'kysely'

/** An older core-api does not know the rule: its portal has every page looked at. */
export const readableFrom = '1.0.0'

/** Whether signing waits until every page was in view: a choice of the form, which its documents keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['global_forms', 'session_forms'])
    await sql
      .raw(
        `ALTER TABLE ${table} ADD COLUMN reading text DEFAULT 'jump' NOT NULL CHECK (reading IN ('jump', 'every_page'))`,
      )
      .execute(db)
}
