import { type Kysely, sql } from 'kysely'

const statements = [
  // How strict the session is by itself; the agency's setting may be stricter. Sessions of an earlier release: as it is set.
  `ALTER TABLE sessions
    ADD COLUMN signing_code text NOT NULL DEFAULT 'off' CHECK (signing_code IN ('off', 'client', 'email', 'text')),
    ADD COLUMN encrypted_code_destinations bytea,
    ADD COLUMN code_destinations_changed_at timestamptz`,

  // A sitting is a row of portal_sessions. The destination is masked; the code is an HMAC, bound to the row's id.
  `CREATE TABLE signing_codes (
    id uuid PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
    portal_session_id uuid NOT NULL REFERENCES portal_sessions ON DELETE CASCADE,
    channel text NOT NULL CHECK (channel IN ('email', 'text')),
    masked_destination text NOT NULL,
    code_digest bytea NOT NULL,
    message_id uuid NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    confirmed_at timestamptz,
    address text,
    device text
  )`,
  'CREATE INDEX signing_codes_session ON signing_codes (session_id, requested_at DESC)',
  'CREATE INDEX signing_codes_sitting ON signing_codes (portal_session_id, requested_at DESC)',
]

/** One-time codes before a client signs, and where they go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
