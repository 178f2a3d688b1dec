import { type Kysely, sql } from 'kysely'

const statements = [
  // An authenticator app. It counts from `confirmed_at` on; before that, it is an enrolment that may be given up.
  `CREATE TABLE admin_authenticators (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    encrypted_secret bytea NOT NULL,
    confirmed_at timestamptz,
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // One that counts, and one that is being enrolled.
  'CREATE UNIQUE INDEX admin_authenticators_one ON admin_authenticators (admin_id, (confirmed_at IS NULL))',
  `CREATE TABLE admin_passkeys (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    credential_id text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`,
  'CREATE INDEX admin_passkeys_admin ON admin_passkeys (admin_id)',
  `CREATE TABLE admin_recovery_codes (
    id uuid PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    salt bytea NOT NULL,
    hash bytea NOT NULL,
    used_at timestamptz
  )`,
  'CREATE INDEX admin_recovery_codes_admin ON admin_recovery_codes (admin_id)',
  // What a browser was asked for. A row is deleted when it is answered.
  `CREATE TABLE admin_challenges (
    id uuid PRIMARY KEY,
    purpose text NOT NULL,
    admin_id uuid REFERENCES admins (id) ON DELETE CASCADE,
    admin_session_id uuid REFERENCES admin_sessions (id) ON DELETE CASCADE,
    device uuid,
    challenge text,
    tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX admin_challenges_age ON admin_challenges (expires_at)',
  'CREATE INDEX admin_challenges_admin ON admin_challenges (admin_id)',
  'CREATE INDEX admin_challenges_session ON admin_challenges (admin_session_id)',
  'ALTER TABLE admins ADD COLUMN second_factor_postponed_at timestamptz',
]

/** Second factors of staff: authenticator apps, passkeys and recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
