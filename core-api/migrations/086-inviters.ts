import { type Kysely, sql } from 'kysely'

const statements = [
  // The trail and the invitations go on naming staff whose account was deleted.
  `CREATE TABLE former_admins (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now()
  )`,
  'ALTER TABLE admin_invitations DROP CONSTRAINT admin_invitations_invited_by_fkey',
  // When whoever sent the invitation lost the power to.
  'ALTER TABLE admin_invitations ADD COLUMN ended_at timestamptz',
  'CREATE INDEX admin_invitations_inviter ON admin_invitations (invited_by)',
]

/** An invitation ends with the power of its inviter, whom list and trail name for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
