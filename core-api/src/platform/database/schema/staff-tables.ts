import type { AdminRole } from '@agency/contract/admins'
import type { ColumnType, Generated } from 'kysely'
import type { Changed, Made } from './column-types.ts'

export interface StaffTables {
  admins: AdminsTable
  admin_sessions: AdminSessionsTable
  admin_authenticators: AdminAuthenticatorsTable
  admin_passkeys: AdminPasskeysTable
  admin_recovery_codes: { id: string; admin_id: string; salt: Buffer; hash: Buffer; used_at: string | null }
  admin_challenges: AdminChallengesTable
  admin_invitations: AdminInvitationsTable
  former_admins: { id: string; name: string; deleted_at: Made }
  password_resets: { token_hash: Buffer; admin_id: string; expires_at: string }
  admin_identities: AdminIdentitiesTable
  oidc_logins: {
    state_hash: Buffer
    provider: string
    device: string
    admin_id: string | null
    admin_session_id: string | null
    expires_at: string
  }
  admin_devices: { device: string; admin_id: string; last_login_at: Made }
  teams: TeamsTable
  team_members: { team_id: string; admin_id: string }
}

interface AdminsTable {
  id: string
  username: string
  email: string
  role: AdminRole
  first_name: string
  last_name: string
  /** Null for an admin whom an OpenID provider logs in. */
  password_hash: string | null
  setup_required: Generated<boolean>
  /** When its owner chose to do without a second factor for now. */
  second_factor_postponed_at: Generated<string | null>
  /** Whether they get a summary each morning. */
  digest: Generated<boolean>
  version: Generated<number>
  field_versions: Changed
  created_at: Made
}

interface AdminSessionsTable {
  id: string
  admin_id: string
  created_at: Made
  idle_ends_at: Made
  expires_at: string
  revoked_at: string | null
  device_name: string | null
  address: string | null
  at_provider: Generated<boolean>
  last_seen_at: Made
}

interface AdminAuthenticatorsTable {
  id: string
  admin_id: string
  encrypted_secret: Buffer
  /** Null while it is being enrolled. */
  confirmed_at: Generated<string | null>
  /** The time step of the last accepted code. A bigint, which is read as text. */
  last_step: ColumnType<string, number | undefined, number>
  created_at: Made
}

interface AdminPasskeysTable {
  id: string
  admin_id: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  created_at: Made
  last_used_at: Generated<string | null>
}

interface AdminChallengesTable {
  id: string
  purpose: 'login' | 'passkey-login' | 'passkey-registration' | 'passkey-confirmation' | 'confirmation'
  admin_id: string | null
  admin_session_id: string | null
  device: string | null
  challenge: string | null
  tries: Generated<number>
  expires_at: string
}

interface AdminInvitationsTable {
  id: string
  email: string
  username: string
  role: AdminRole
  first_name: string
  last_name: string
  token_hash: Buffer
  invited_by: string | null
  expires_at: string
  sent_at: Made
  /** When the inviter lost the power to invite with this role. */
  ended_at: Generated<string | null>
}

interface AdminIdentitiesTable {
  issuer: string
  subject: string
  admin_id: string
  created_at: Made
  last_login_at: Made
  /** When a login was last refused for its domain or groups; null after a login. */
  refused_at: Generated<string | null>
}

interface TeamsTable {
  id: string
  name: string
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}
