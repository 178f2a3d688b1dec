import { type Kysely, sql } from 'kysely'

const statements = [
  // Logins of before this migration have no device and no address.
  `ALTER TABLE admin_sessions
    ADD COLUMN device_name text,
    ADD COLUMN address text,
    ADD COLUMN at_provider boolean NOT NULL DEFAULT false,
    ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now()`,
]

/** Where a staff member is logged in, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
