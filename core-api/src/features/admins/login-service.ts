import type { CoreLoginAnswer, LoginBody } from '@agency/contract/admins'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidCredentials } from '../../platform/errors.ts'
import type { AdminPrincipal, NobodyPrincipal } from '../../platform/http/principals.ts'
import { knownToAdmin, rememberAdminDevice } from '../../platform/rate-limit/known-device-repository.ts'
import { clearLockout, requireNoLockout } from '../../platform/rate-limit/lockout.ts'
import { recordEvent, recordLockouts } from '../audit/audit-service.ts'
import { findAdminByUsername } from './admin-repository.ts'
import {
  findAdminPrincipal,
  insertAdminSession,
  putOffIdleEnd,
  revokeAdminSession,
} from './admin-session-repository.ts'
import { isPassword } from './password.ts'

const loginHours = 8

interface LoginContext {
  db: Database
  cipher: FieldCipher
  principal: NobodyPrincipal
  /** Minutes without activity after which the login ends. */
  idleMinutes: number
}

/**
 * Checks user name and password and opens a login of eight hours, with an idle time-out.
 * @throws InvalidCredentials for an unknown name or a wrong password; TooManyAttempts
 */
export async function logIn(
  { db, cipher, principal, idleMinutes }: LoginContext,
  { username, password }: LoginBody,
): Promise<CoreLoginAnswer> {
  const { address, device } = principal
  const attempt = {
    db,
    cipher,
    purpose: 'login' as const,
    key: username.toLowerCase(),
    address,
    knownDevice: await knownToAdmin(db, device, username),
  }
  const lockouts = await requireNoLockout(attempt)
  const admin = await findAdminByUsername(db, username)
  const right = await isPassword(admin?.password_hash, password)
  if (!admin || !right) {
    const subject = admin ? { subjectId: admin.id } : {}
    await recordEvent(db, principal, { action: 'admin.login-refused', ...subject })
    await recordLockouts({ db, principal, lockouts }, { action: 'admin.login-locked', ...subject })
    throw new InvalidCredentials()
  }
  const session = { id: uuid(), expires_at: new Date(Date.now() + loginHours * 3_600_000).toISOString() }
  await db.transaction().execute(async (trx) => {
    const { id: adminId, role } = admin
    await insertAdminSession(trx, { ...session, admin_id: adminId }, idleMinutes)
    if (device) await rememberAdminDevice(trx, device, adminId)
    const who = { kind: 'admin', adminId, adminSessionId: session.id, role, address } as const
    await recordEvent(trx, who, { action: 'admin.login', subjectId: adminId })
  })
  await clearLockout(attempt)
  const { first_name, last_name, role, setup_required } = admin
  return {
    success: true,
    admin: { first_name, last_name, username: admin.username, role },
    ...(setup_required ? { setup_required } : {}),
    admin_session: session,
  }
}

/** The staff member of a login, unless it was ended or has expired. @param address of the caller */
export async function holderOfLogin(db: Database, id: string, address: string): Promise<AdminPrincipal | undefined> {
  const found = await findAdminPrincipal(db, id)
  return found && { ...found.principal, address }
}

/**
 * Finds the admin behind a login that is being used, and postpones its idle time-out, at most once a minute.
 * @param isBackground the app sent the request by itself: the time-out stays as it is
 * @returns undefined if the login has ended, expired or been idle for too long
 */
export async function useLogin(
  db: Database,
  id: string,
  { idleMinutes, isBackground }: { idleMinutes: number; isBackground: boolean },
): Promise<Omit<AdminPrincipal, 'address'> | undefined> {
  const found = await findAdminPrincipal(db, id)
  const isStale = found && found.idleSecondsLeft < (idleMinutes - 1) * 60
  if (isStale && !isBackground) await putOffIdleEnd(db, id, idleMinutes)
  return found?.principal
}

/** Ends the login at once, on all replicas. Idempotent. */
export async function logOut(db: Database, principal: AdminPrincipal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await revokeAdminSession(trx, principal.adminSessionId)
    await recordEvent(trx, principal, { action: 'admin.logout', subjectId: principal.adminId })
  })
}
