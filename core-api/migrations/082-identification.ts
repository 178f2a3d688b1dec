import { type Kysely, sql } from 'kysely'

const statements = [
  // Who may know the passcode, and since when it is the present one. A passcode of before has been chosen by staff.
  `ALTER TABLE sessions
    ADD COLUMN passcode_level text CHECK (passcode_level IN ('chosen_or_seen', 'made_and_sent')),
    ADD COLUMN passcode_set_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN signed_level text CHECK (signed_level IN ('chosen_or_seen', 'made_and_sent', 'one_time_code')),
    ADD COLUMN signed_to text,
    ADD COLUMN held_send jsonb,
    ADD COLUMN contact_changes_since timestamptz NOT NULL DEFAULT now() - interval '7 days'`,
  `UPDATE sessions SET passcode_level = 'chosen_or_seen' WHERE encrypted_passcode IS NOT NULL`,
  // Opened in a browser or network in which staff were logged in.
  'ALTER TABLE portal_sessions ADD COLUMN in_agency boolean NOT NULL DEFAULT false',
]

/** How the signer of a session is identified, and a Send that waits for a release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
