import { Admin, type AdminRole, type CreateAdmin, type UpdateAdmin } from '@agency/contract/admins'
import { isEmailAddress } from '@agency/contract/email-address'
import { covers, type Management, type Permission, rolesWith } from '@agency/contract/permissions'
import { v7 as uuid } from 'uuid'
import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import { readFormerValues } from '../../platform/concurrency/former-values.ts'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotAllowed, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { forgetAdminDevices } from '../../platform/limits/known-device-repository.ts'
import {
  deleteAdmin,
  deletePasswordResets,
  endInvitationsOf,
  findAccount,
  findAdmin,
  findAdminName,
  findAdminsByEmail,
  insertAdmin,
  listStaffOf,
  listUsernames,
  lockAdmins,
  updateAdmin,
} from './admin-repository.ts'
import { revokeAdminSessions } from './admin-session-repository.ts'
import { type LoginWays, requireNoBreakGlass, requireOtherPowerAdmin } from './last-power-admin.ts'
import { hashPassword } from './password.ts'
import { acceptPassword } from './password-policy.ts'
import { deleteChallengesOf } from './second-factor/challenge-repository.ts'
import { tellStaff } from './tell-staff.ts'
import { acceptUserName, looksTaken } from './user-name.ts'

interface GrantContext {
  principal: AdminPrincipal
  management: Management
}

export interface AccountContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  /** Passwords must not consist of it. */
  agency: AgencySettingsSource
}

type AdminChanges = Omit<UpdateAdmin, 'confirmation' | 'version'>

export interface AdminContext extends AccountContext, GrantContext {
  ways: LoginWays
}

/** First and last name of a staff member, or the username until it has a name; undefined if the account no longer exists. */
export async function nameOfAdmin(db: Database, id: string): Promise<string | undefined> {
  const admin = await findAdminName(db, id)
  return admin && (`${admin.first_name} ${admin.last_name}`.trim() || admin.username)
}

/** The role and address of a staff member; undefined if the account was deleted. The address is empty if it has none. */
export async function findAdminContact(db: Database, id: string) {
  const account = await findAccount(db, id)
  return account && { id, role: account.role, email: account.email }
}

export const staffWith = (db: Database, permission: Permission) => listStaffOf(db, rolesWith(permission, 'power'))

/** Whether somebody else has such a permission too. */
export async function hasOthersWith(db: Database, permission: Permission, adminId: string): Promise<boolean> {
  return (await staffWith(db, permission)).some(({ id }) => id !== adminId)
}

/** @throws NotFound */
export async function getAdmin(db: Database, id: string, scope: ClientScope = 'all') {
  const admin = await findAdmin(db, id, scope)
  if (!admin) throw new NotFound()
  return admin
}

const hashOf = async (password: string, names: readonly string[]): Promise<string> =>
  hashPassword(await acceptPassword(password, names))

/**
 * Refuses a role above the caller's, who could raise their own by a second account.
 * @param id undefined for a new one
 */
export function requireGrant(
  { principal, management }: GrantContext,
  id: string | undefined,
  role: AdminRole | undefined,
) {
  if (role === undefined || covers(principal.role, role, management)) return
  const whose = id === principal.adminId ? 'your own' : 'anyone’s'
  throw new NotAllowed(`You cannot raise ${whose} access level. Ask an admin with power access.`)
}

/** Prevents that the caller acts as that person by a new password, address or role, or deletes a supervisor. */
function requireSuperior({ principal, management }: GrantContext, { id, role }: Pick<Admin, 'id' | 'role'>) {
  if (id === principal.adminId || covers(principal.role, role, management)) return
  throw new NotAllowed('Only an admin with power access may change this login.')
}

async function requireFreeUsername(db: Database, username: string, exceptId?: string) {
  if (looksTaken(username, await listUsernames(db, exceptId)))
    throw new InvalidInput([{ field: 'username', message: 'is taken, or looks like a name that is; choose another' }])
}

/** A forgotten password is set by e-mail, so an address is one person's. @throws InvalidInput if another account has it */
export async function requireFreeEmail(db: Database, email: string, exceptId?: string) {
  const others = (await findAdminsByEmail(db, email)).filter(({ id }) => id !== exceptId)
  if (others.length > 0) throw new InvalidInput([{ field: 'email', message: 'is another admin’s; choose another' }])
}

/** @throws InvalidInput for a weak password, or a user name or e-mail address that is taken */
export async function createAdmin(context: AdminContext & Idempotent, sent: CreateAdmin): Promise<Admin> {
  const { db, principal, agency, call } = context
  const { password, ...profile } = acceptProfile(sent)
  requireGrant(context, undefined, profile.role)
  const id = uuid()
  const password_hash = await hashOf(password, [profile.username, profile.email, (await agency.read()).name])
  const make = async (trx: Transaction) => {
    await lockAdmins(trx)
    await requireFreeUsername(trx, profile.username)
    await requireFreeEmail(trx, profile.email)
    await insertAdmin(trx, { id, ...profile, password_hash })
    await recordEvent(trx, principal, { action: 'admin.created', subjectId: id, fields: Object.keys(sent) })
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getAdmin(trx, made) })
}

/** `confirm`: a stolen token could set a password by a new address. @throws WrongState; NotAllowed; EditConflict */
export async function changeAdmin(
  context: AdminContext,
  id: string,
  sent: AdminChanges,
  { baseVersion, confirm }: { baseVersion: number | undefined; confirm: (trx: Transaction) => Promise<unknown> },
): Promise<Admin> {
  const { db, cipher, principal, agency } = context
  const { password, ...profile } = acceptProfile(sent)
  // The form sends an empty password to keep the present one.
  if (password) await requireOthersPassword(context, id)
  const { username, email } = await getAdmin(db, id)
  const names = [profile.username ?? username, profile.email ?? email, (await agency.read()).name]
  const password_hash = password ? await hashOf(password, names) : undefined
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    const changes = password ? { ...profile, password } : profile
    const had = await readFormerValues({ db: trx, cipher }, { current: admin, baseVersion })
    const edit = mergeRecordEdit({ schema: Admin, current: admin, changes, baseVersion, had })
    const fields = Object.keys(edit)
    if (fields.length === 0) return admin
    if (edit.username) await requireFreeUsername(trx, edit.username, id)
    if (edit.email) await requireFreeEmail(trx, edit.email, id)
    requireGrant(context, id, edit.role)
    // Also for a password, since the role may have been raised meanwhile.
    if (edit.role || edit.email || edit.username || password) requireSuperior(context, admin)
    if (edit.email && id === principal.adminId) await confirm(trx)
    if (edit.role && admin.role === 'power') await requireOtherPowerAdmin(trx, id, context.ways)
    if (edit.username) requireNoBreakGlass(context.ways, admin.username, edit.username)
    await updateAdmin(trx, id, stored(edit, password_hash), fields)
    if (edit.email || password) await deletePasswordResets(trx, id)
    if (password) await deleteChallengesOf(trx, id)
    if (edit.role || password) await revokeAdminSessions(trx, id)
    if (edit.role && !covers(edit.role, admin.role, 'power')) await endInvitations(trx, principal, id)
    if (password) await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.changed', subjectId: id, fields })
    if (edit.email)
      await tellStaff({ db: trx, cipher }, admin, { kind: 'account-changed', change: 'new email address' })
    if (password) await tellStaff({ db: trx, cipher }, admin, { kind: 'account-changed', change: 'new password' })
    return getAdmin(trx, id, principal.scope)
  })
}

/** An edit as it is stored: the hash replaces the password. */
function stored({ password: _password, ...profile }: AdminChanges, password_hash: string | undefined) {
  return password_hash === undefined ? profile : { ...profile, password_hash }
}

/** A profile as it is stored: all texts are trimmed. @throws InvalidInput for a user name that could deceive, or an address that is none */
export function acceptProfile<T extends { username?: string; email?: string }>(sent: T): T {
  const entries = Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  const profile = Object.fromEntries(entries) as T
  // The schema has checked all of it but the length of its parts.
  if (profile.email !== undefined && !isEmailAddress(profile.email))
    throw new InvalidInput([{ field: 'email', message: 'must be one email address, such as name@example.com' }])
  return profile.username === undefined ? profile : { ...profile, username: acceptUserName(profile.username) }
}

/** Own passwords need the current one. */
/** @throws NotFound; InvalidInput for the caller's own password; NotAllowed for an account with more power */
export async function requireOthersPassword(
  context: Pick<AdminContext, 'db' | 'principal' | 'management'>,
  id: string,
) {
  if (id === context.principal.adminId)
    throw new InvalidInput([{ field: 'password', message: 'Change your own password under Your account.' }])
  requireSuperior(context, await getAdmin(context.db, id))
}

/** Ends their logins too. @throws InvalidInput for a weak one; NotAllowed for an account that may do more */
export async function setPassword(context: AdminContext, id: string, password: string): Promise<void> {
  const { db, cipher, principal, agency } = context
  await requireOthersPassword(context, id)
  const { username, email } = await getAdmin(db, id)
  const password_hash = await hashOf(password, [username, email, (await agency.read()).name])
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    requireSuperior(context, admin)
    await updateAdmin(trx, id, { password_hash }, ['password'])
    await deletePasswordResets(trx, id)
    await deleteChallengesOf(trx, id)
    await revokeAdminSessions(trx, id)
    await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.password-set', subjectId: id, fields: ['password'] })
    await tellStaff({ db: trx, cipher }, admin, { kind: 'account-changed', change: 'new password' })
  })
}

/** Ends what a deleted or demoted inviter began: nobody gets in by the word of one who could not give it any more. */
export async function endInvitations(db: Database, principal: Principal, inviterId: string): Promise<void> {
  for (const subjectId of await endInvitationsOf(db, inviterId)) {
    await recordEvent(db, principal, {
      action: 'admin.invitation-revoked',
      subjectId,
      detail: 'with its inviter’s access',
    })
  }
}

/** @param handOver gives what they hold to others, in the same transaction @throws WrongState; NotAllowed */
export async function removeAdmin(
  { db, principal, management, ways }: Pick<AdminContext, 'db' | 'principal' | 'management' | 'ways'>,
  id: string,
  handOver: (trx: Transaction) => Promise<void>,
): Promise<void> {
  if (id === principal.adminId) throw new WrongState('You cannot delete yourself. Ask another admin.')
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    requireSuperior({ principal, management }, admin)
    if (admin.role === 'power') await requireOtherPowerAdmin(trx, id, ways)
    await handOver(trx)
    await endInvitations(trx, principal, id)
    await deleteAdmin(trx, id)
    await recordEvent(trx, principal, { action: 'admin.deleted', subjectId: id })
  })
}
