import { type Kysely, sql } from 'kysely'

const statements = [
  // When a login ends unless its person does something before. Logins of before this migration have half an hour.
  "ALTER TABLE admin_sessions ADD COLUMN idle_ends_at timestamptz NOT NULL DEFAULT now() + interval '30 minutes'",
  // True for an admin that the product made and whose owner has not yet given a name, an e-mail address and a password.
  'ALTER TABLE admins ADD COLUMN setup_required boolean NOT NULL DEFAULT false',
  // Browsers that have logged in to an account or opened a session. The id is in a signed cookie of the browser.
  `CREATE TABLE admin_devices (
    device uuid NOT NULL,
    admin_id uuid NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    last_login_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (admin_id, device)
  )`,
  'CREATE INDEX admin_devices_age ON admin_devices (last_login_at)',
  `CREATE TABLE session_devices (
    device uuid NOT NULL,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    last_login_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (session_id, device)
  )`,
  'CREATE INDEX session_devices_age ON session_devices (last_login_at)',
  'CREATE INDEX attempts_age ON attempts (window_ends_at)',
]

/** Idle end of staff logins, set-up of the first admin, known devices, and the retention of rate limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
