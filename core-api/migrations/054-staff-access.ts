import { type Kysely, sql } from 'kysely'

const statements = [
  // An admin whom an OpenID provider logs in has no password until one is set.
  'ALTER TABLE admins ALTER password_hash DROP NOT NULL',
  // The account is made when the invitation is accepted, so that nobody can log in to one half made.
  `CREATE TABLE admin_invitations (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    username text NOT NULL,
    role text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    token_hash bytea NOT NULL,
    invited_by uuid REFERENCES admins ON DELETE SET NULL,
    expires_at timestamptz NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX admin_invitations_username ON admin_invitations (lower(username))',
  'CREATE UNIQUE INDEX admin_invitations_email ON admin_invitations (lower(email))',
  'CREATE UNIQUE INDEX admin_invitations_token ON admin_invitations (token_hash)',
  `CREATE TABLE password_resets (
    token_hash bytea PRIMARY KEY,
    admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX password_resets_admin ON password_resets (admin_id)',
  // Who an admin is at an OpenID provider (OpenID Connect Core 1.0, section 5.7: issuer and subject, never the address).
  `CREATE TABLE admin_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    admin_id uuid NOT NULL REFERENCES admins ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_login_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (issuer, subject)
  )`,
  'CREATE UNIQUE INDEX admin_identities_admin ON admin_identities (admin_id, issuer)',
  // Logins at a provider that have begun. Each is ended once, by the browser that began it.
  `CREATE TABLE oidc_logins (
    state_hash bytea PRIMARY KEY,
    provider text NOT NULL,
    device uuid NOT NULL,
    admin_id uuid REFERENCES admins ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX oidc_logins_age ON oidc_logins (expires_at)',
]

/** Invitations of staff, links for a forgotten password, and logins at OpenID providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
