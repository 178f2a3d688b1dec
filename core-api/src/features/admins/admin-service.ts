import { Admin, type AdminRole, type CreateAdmin, type UpdateAdmin } from '@agency/contract/admins'
import { v7 as uuid } from 'uuid'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, NotAllowed, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { forgetAdminDevices } from '../../platform/rate-limit/known-device-repository.ts'
import { recordEvent } from '../audit/audit-service.ts'
import {
  countOtherPowerAdmins,
  deleteAdmin,
  findAdmin,
  findAdminByUsername,
  findAdminName,
  insertAdmin,
  lockAdmins,
  updateAdmin,
} from './admin-repository.ts'
import { revokeAdminSessions } from './admin-session-repository.ts'
import { hashPassword } from './password.ts'
import { acceptPassword } from './password-policy.ts'

export interface AdminContext {
  db: Database
  principal: AdminPrincipal
  /** Passwords must not consist of it. */
  agencyName: string
}

/** First and last name of a staff member, or the username until it has a name; undefined if the account no longer exists. */
export async function nameOfAdmin(db: Database, id: string): Promise<string | undefined> {
  const admin = await findAdminName(db, id)
  return admin && (`${admin.first_name} ${admin.last_name}`.trim() || admin.username)
}

/** @throws NotFound */
export async function getAdmin(db: Database, id: string) {
  const admin = await findAdmin(db, id)
  if (!admin) throw new NotFound()
  return admin
}

const hashOf = async (password: string, names: readonly string[]): Promise<string> =>
  hashPassword(await acceptPassword(password, names))

/** Only power admins grant the power role: others could raise their own role, also through a second account. */
function requireGrant(principal: AdminPrincipal, id: string | undefined, role: AdminRole | undefined) {
  if (role !== 'power' || principal.role === 'power') return
  const whose = id === principal.adminId ? 'your own' : 'anyone’s'
  throw new NotAllowed(`You cannot raise ${whose} access level. Ask an admin with power access.`)
}

async function requireFreeUsername(db: Database, username: string, exceptId?: string) {
  const taken = await findAdminByUsername(db, username)
  if (taken && taken.id !== exceptId)
    throw new InvalidInput([{ field: 'username', message: 'is taken; choose another' }])
}

/** Adds a staff member. @throws InvalidInput for a weak password or a user name that is taken */
export async function createAdmin(
  { db, principal, agencyName, call }: AdminContext & Idempotent,
  sent: CreateAdmin,
): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  requireGrant(principal, undefined, profile.role)
  const id = uuid()
  const password_hash = await hashOf(password, [profile.username, profile.email, agencyName])
  const make = async (trx: Database) => {
    await lockAdmins(trx)
    await requireFreeUsername(trx, profile.username)
    await insertAdmin(trx, { id, ...profile, password_hash })
    await recordEvent(trx, principal, { action: 'admin.created', subjectId: id, fields: Object.keys(sent) })
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getAdmin(trx, made) })
}

/**
 * Changes a staff member. A new role or password ends their logins at once.
 * @param baseVersion the version of `If-Match`; without it the edit applies to what is stored now
 * @throws WrongState if no power admin would be left; NotAllowed for a role that the caller may not grant; EditConflict
 */
export async function changeAdmin(
  { db, principal, agencyName }: AdminContext,
  id: string,
  sent: UpdateAdmin,
  baseVersion: number | undefined,
): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  // The form sends an empty password to keep the present one.
  if (password) await requireOthersPassword(db, principal, id)
  const { username, email } = await getAdmin(db, id)
  const names = [profile.username ?? username, profile.email ?? email, agencyName]
  const password_hash = password ? await hashOf(password, names) : undefined
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    const changes = password ? { ...profile, password } : profile
    const edit = mergeRecordEdit({ schema: Admin, current: admin, changes, baseVersion })
    const fields = Object.keys(edit)
    if (fields.length === 0) return admin
    if (edit.username) await requireFreeUsername(trx, edit.username, id)
    requireGrant(principal, id, edit.role)
    if (edit.role && admin.role === 'power') await requireOtherPowerAdmin(trx, id)
    await updateAdmin(trx, id, stored(edit, password_hash), fields)
    if (edit.role || password) await revokeAdminSessions(trx, id)
    if (password) await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.changed', subjectId: id, fields })
    return getAdmin(trx, id)
  })
}

/** An edit as it is stored: the hash replaces the password. */
function stored({ password: _password, ...profile }: UpdateAdmin, password_hash: string | undefined) {
  return password_hash === undefined ? profile : { ...profile, password_hash }
}

/** Trims all texts. */
function trimmed<T extends object>(sent: T): T {
  const entries = Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(entries) as T
}

async function requireOtherPowerAdmin(db: Database, id: string) {
  if ((await countOtherPowerAdmins(db, id)) > 0) return
  throw new WrongState('This is the last admin with power access. Give another admin power access first.')
}

/** Own passwords need the current one, and only power admins set those of power admins. */
async function requireOthersPassword(db: Database, principal: AdminPrincipal, id: string) {
  if (id === principal.adminId)
    throw new InvalidInput([{ field: 'password', message: 'Change your own password under Your account.' }])
  if (principal.role !== 'power' && (await getAdmin(db, id)).role === 'power')
    throw new NotAllowed('Only an admin with power access may set this password.')
}

/**
 * Sets the password of another staff member and ends their logins.
 * @throws InvalidInput for a weak password; NotAllowed for a standard admin who sets a power admin's password
 */
export async function setPassword(
  { db, principal, agencyName }: AdminContext,
  id: string,
  password: string,
): Promise<void> {
  await requireOthersPassword(db, principal, id)
  const { username, email } = await getAdmin(db, id)
  const password_hash = await hashOf(password, [username, email, agencyName])
  await db.transaction().execute(async (trx) => {
    await getAdmin(trx, id)
    await updateAdmin(trx, id, { password_hash }, ['password'])
    await revokeAdminSessions(trx, id)
    await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.password-set', subjectId: id, fields: ['password'] })
  })
}

/**
 * Deletes a staff member and their logins.
 * @param handOver gives what they hold to others, in the same transaction
 * @throws WrongState for the caller's own account and the last power admin
 */
export async function removeAdmin(
  { db, principal }: Omit<AdminContext, 'agencyName'>,
  id: string,
  handOver: (trx: Database) => Promise<void>,
): Promise<void> {
  if (id === principal.adminId) throw new WrongState('You cannot delete yourself. Ask another admin.')
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    if (admin.role === 'power') await requireOtherPowerAdmin(trx, id)
    await handOver(trx)
    await deleteAdmin(trx, id)
    await recordEvent(trx, principal, { action: 'admin.deleted', subjectId: id })
  })
}
