import type { AdminRole } from '@agency/contract/admins'
import { covers } from '@agency/contract/permissions'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import {
  findAdminById,
  findAdminsByEmail,
  insertAdmin,
  listUsernames,
  lockAdmins,
  updateAdmin,
} from './admin-repository.ts'
import { endInvitations } from './admin-service.ts'
import { lockLiveSession, revokeAdminSessions, revokeOtherProviderSessions } from './admin-session-repository.ts'
import { hasOtherPowerAdmin, type LoginWays } from './last-power-admin.ts'
import { mayUsePassword, type PasswordLogin } from './password-login.ts'
import { listPasskeys, lockAdmin } from './second-factor/factor-repository.ts'
import { looksTaken } from './user-name.ts'

export interface ProvidedAdmin {
  email: string
  username: string
  role: AdminRole
  first_name: string
  last_name: string
  /** Null for an account that only an OpenID provider logs in. */
  password_hash: string | null
}

interface Provision {
  db: Database
  principal: Principal
  detail: string
}

/** Returns `email` or `username` if another account has it, or a user name that looks like it. Locks all admins until the transaction ends. */
export async function findTakenName(db: Database, { email, username }: Pick<ProvidedAdmin, 'email' | 'username'>) {
  await lockAdmins(db)
  if ((await findAdminsByEmail(db, email)).length > 0) return 'email'
  return looksTaken(username, await listUsernames(db)) ? 'username' : undefined
}

/** @returns its id */
export async function addProvidedAdmin({ db, principal, detail }: Provision, admin: ProvidedAdmin): Promise<string> {
  const id = uuid()
  await insertAdmin(db, { id, ...admin })
  const { password_hash: _hash, ...profile } = admin
  await recordEvent(db, principal, { action: 'admin.created', subjectId: id, fields: Object.keys(profile), detail })
  return id
}

/** Locks all accounts until the transaction ends: their providers, names and roles change after that. */
export const lockAccounts = lockAdmins

/** Ends all the account's logins if the role changes. The last power admin who can log in keeps the role. */
export async function applyProvidedRole(
  { db, principal, detail, ways }: Provision & { ways: LoginWays },
  id: string,
  role: AdminRole,
) {
  await lockAdmins(db)
  const admin = await findAdminById(db, id)
  if (!admin || admin.role === role) return
  if (admin.role === 'power' && !(await hasOtherPowerAdmin(db, id, ways))) return
  await updateAdmin(db, id, { role }, ['role'])
  await revokeAdminSessions(db, id)
  if (!covers(role, admin.role, 'power')) await endInvitations(db, principal, id)
  await recordEvent(db, principal, { action: 'admin.changed', subjectId: id, fields: ['role'], detail })
}

export const endProvidedLogins = (db: Database, id: string): Promise<void> => revokeAdminSessions(db, id)

export const findProvidedAdmin = (db: Database, id: string) => findAdminById(db, id)

/** The account of a login that has not ended, and cannot end until the transaction is over. */
export async function lockLoggedIn(trx: Transaction, adminSessionId: string) {
  const id = await lockLiveSession(trx, adminSessionId)
  return id === undefined ? undefined : findAdminById(trx, id)
}

/** Whether an account can log in without a provider. Changes of its factors wait until the transaction is over. */
export async function hasOwnLogin(trx: Transaction, id: string, setting: PasswordLogin): Promise<boolean> {
  await lockAdmin(trx, id)
  const admin = await findAdminById(trx, id)
  if (!admin || !mayUsePassword(setting, admin.username)) return false
  return admin.password_hash !== null || (await listPasskeys(trx, id)).length > 0
}

/** Ends the caller's logins at providers, but not the one that asks. */
export const endOtherProvidedLogins = (trx: Transaction, { adminId, adminSessionId }: AdminPrincipal): Promise<void> =>
  revokeOtherProviderSessions(trx, adminId, adminSessionId)
