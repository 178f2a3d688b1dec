import { Admin, type CreateAdmin, passwordMinimum, type UpdateAdmin } from 'contract/admins'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { InvalidInput, NotFound, WrongState } from '../../errors.ts'
import type { AdminPrincipal } from '../../plugins/principals.ts'
import { editOf } from '../../versions/edit-of.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { makeOnce, type Repeatable } from '../idempotency/make-once.ts'
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
export async function getAdmin(db: Database, id: string) {
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
export async function createAdmin(
  { db, principal, call }: AdminContext & Repeatable,
  sent: CreateAdmin,
): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  const id = uuid()
  const password_hash = await hashOf(password)
  const make = async (trx: Database) => {
    await lockAdmins(trx)
    await requireFreeUsername(trx, profile.username)
    await insertAdmin(trx, { id, ...profile, password_hash })
    await recordEvent(trx, principal, { action: 'admin.created', subjectId: id, fields: Object.keys(sent) })
  }
  return makeOnce({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getAdmin(trx, made) })
}

/**
 * Changes a staff member. Another role or password ends their logins at once.
 * @param seen the version the edit started from; without it the edit applies to what is stored now
 * @throws WrongState when it would leave the agency without a power admin; EditConflict
 */
export async function changeAdmin(
  { db, principal }: AdminContext,
  id: string,
  sent: UpdateAdmin,
  seen: number | undefined,
): Promise<Admin> {
  const { password, ...profile } = trimmed(sent)
  // The form sends an empty password when it is to stay.
  const password_hash = password ? await hashOf(password) : undefined
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const admin = await getAdmin(trx, id)
    const changes = password ? { ...profile, password } : profile
    const edit = editOf({ schema: Admin, current: admin, changes, seen })
    const fields = Object.keys(edit)
    if (fields.length === 0) return admin
    if (edit.username) await requireFreeUsername(trx, edit.username, id)
    if (edit.role && admin.role === 'power') await requireOtherPowerAdmin(trx, id)
    await updateAdmin(trx, id, stored(edit, password_hash), fields)
    if (edit.role || password) await revokeAdminSessions(trx, id)
    await recordEvent(trx, principal, { action: 'admin.changed', subjectId: id, fields })
    return getAdmin(trx, id)
  })
}

/** An edit as the row has it: a password's hash in its place. */
function stored({ password: _password, ...profile }: UpdateAdmin, password_hash: string | undefined) {
  return password_hash === undefined ? profile : { ...profile, password_hash }
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
    await updateAdmin(trx, id, { password_hash }, ['password'])
    await revokeAdminSessions(trx, id)
    await recordEvent(trx, principal, { action: 'admin.password-set', subjectId: id, fields: ['password'] })
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
