import { type Kysely, sql } from 'kysely'

const statements = [
  // A connection is ended by the login that began it, and only while that login lasts.
  'ALTER TABLE oidc_logins ADD COLUMN admin_session_id uuid REFERENCES admin_sessions ON DELETE CASCADE',
  'CREATE INDEX oidc_logins_session ON oidc_logins (admin_session_id)',
]

/** Which login connects an OpenID provider to its account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
