import { type Admin, type CreateAdmin, passwordMinimum, type UpdateAdmin } from 'contract/admins'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { InvalidInput, NotFound, WrongState } from '../../errors.ts'
import type { AdminPrincipal } from '../../plugins/principals.ts'
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

export interface AdminContext {
  db: Database
  principal: AdminPrincipal
}

/** First and last name of a staff member; undefined when there is none of this id any more. */
export async function nameOfAdmin(db: Database, id: string): Promise<string | undefined> {
  const admin = await findAdminName(db, id)
  return admin && `${admin.first_name} ${admin.last_name}`.trim()
}

/** @throws NotFound */
export async function getAdmin(db: Database, id: string): Promise<Admin> {
  const admin = await findAdmin(db, id)
  if (!admin) throw new NotFound()
  return admin
}

async function hashOf(password: string): Promise<string> {
  const typed = password.trim()
  if (typed.length >= passwordMinimum) return hashPassword(typed)
  throw new InvalidInput([{ field: 'password', message: `must be at least ${passwordMinimum} characters` }])
}

async function requireFreeUsername(db: Database, username: string, exceptId?: string) {
  const taken = await findAdminByUsername(db, username)
  if (taken && taken.id !== exceptId)
    throw new InvalidInput([{ field: 'username', message: 'is taken; choose another' }])
}

/** Adds a staff member. @throws InvalidInput for a short password or a user name that is taken */
export async function createAdmin({ db, principal }: AdminContext, sent: CreateAdmin): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  const id = uuid()
  const password_hash = await hashOf(password)
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    await requireFreeUsername(trx, profile.username)
    await insertAdmin(trx, { id, ...profile, password_hash })
    await recordEvent(trx, principal, { action: 'admin.created', subjectId: id, fields: Object.keys(sent) })
    return getAdmin(trx, id)
  })
}

/**
 * Changes a staff member. Another role or password ends their logins at once.
 * @throws WrongState when it would leave the agency without a power admin
 */
export async function changeAdmin({ db, principal }: AdminContext, id: string, sent: UpdateAdmin): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  // The form sends an empty password when it is to stay.
  const changes = password ? { ...profile, password_hash: await hashOf(password) } : profile
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    if (profile.username) await requireFreeUsername(trx, profile.username, id)
    const newRole = profile.role !== undefined && profile.role !== admin.role
    if (newRole && admin.role === 'power') await requireOtherPowerAdmin(trx, id)
    if (Object.keys(changes).length > 0) await updateAdmin(trx, id, changes)
    if (newRole || password) await revokeAdminSessions(trx, id)
    await recordEvent(trx, principal, { action: 'admin.changed', subjectId: id, fields: Object.keys(sent) })
    return getAdmin(trx, id)
  })
}

/** Spaces around what was typed into a form are no part of it. */
function trimmed<T extends object>(sent: T): T {
  const entries = Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(entries) as T
}

async function requireOtherPowerAdmin(db: Database, id: string) {
  if ((await countOtherPowerAdmins(db, id)) > 0) return
  throw new WrongState('This is the last admin with power access. Give it to someone else first.')
}

/** Sets a staff member's password and ends their logins. @throws InvalidInput when it is too short */
export async function setPassword({ db, principal }: AdminContext, id: string, password: string): Promise<void> {
  const password_hash = await hashOf(password)
  await db.transaction().execute(async (trx) => {
    await getAdmin(trx, id)
    await updateAdmin(trx, id, { password_hash })
    await revokeAdminSessions(trx, id)
    await recordEvent(trx, principal, { action: 'admin.password-set', subjectId: id })
  })
}

/** Deletes a staff member and their logins. @throws WrongState for oneself and for the last power admin */
export async function removeAdmin({ db, principal }: AdminContext, id: string): Promise<void> {
  if (id === principal.adminId) throw new WrongState('You cannot delete yourself. Ask another admin.')
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    if (admin.role === 'power') await requireOtherPowerAdmin(trx, id)
    await deleteAdmin(trx, id)
    await recordEvent(trx, principal, { action: 'admin.deleted', subjectId: id })
  })
}
