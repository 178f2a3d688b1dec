import { type Kysely, sql } from 'kysely'

/** An older core-api ends sessions without it: the office then shows neither time nor name. */
export const readableFrom = '1.0.0'

/** When a session was last ended by staff, and by whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN ended_at timestamptz,
    ADD COLUMN ended_by uuid REFERENCES admins (id) ON DELETE SET NULL`.execute(db)
}
