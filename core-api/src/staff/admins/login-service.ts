import type { CoreLoginAnswer, LoginBody } from '@agency/contract/admins'
import { type RoleScopes, scopeOf } from '../../platform/access/staff-scope.ts'
import { recordEvent, recordRefusal } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidCredentials, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal, EnrollingPrincipal } from '../../platform/http/principals.ts'
import { admitAttempt, type CountedAttempt, clearLockout } from '../../platform/limits/lockout.ts'
import { findAdminByUsername } from './admin-repository.ts'
import {
  findAdminPrincipal,
  listLiveSessions,
  putOffIdleEnd,
  revokeAdminSession,
  revokeOtherAdminSessions,
  revokeOwnSession,
} from './admin-session-repository.ts'
import { attemptOf, type LoginContext, openLogin, openWithoutFactor, type StaffMfa } from './open-login.ts'
import { isPassword } from './password.ts'
import { mayUsePassword, type PasswordLogin } from './password-login.ts'
import { acceptRecoveryCode } from './second-factor/recovery-codes.ts'
import { askForFactor } from './second-factor/second-step.ts'
import { normalizeUserName } from './user-name.ts'

interface UseOptions {
  idleMinutes: number
  isBackground: boolean
  scopes: RoleScopes
  staffMfa: StaffMfa
}

interface PasswordLoginContext extends LoginContext {
  passwordLogin: PasswordLogin
}

/** An account with a second factor gets a challenge. @throws InvalidCredentials; TooManyAttempts */
export async function logIn(context: PasswordLoginContext, sent: LoginBody): Promise<CoreLoginAnswer> {
  const { db } = context
  const body = { ...sent, username: normalizeUserName(sent.username) }
  if (body.recovery_code !== undefined) return logInWithRecoveryCode(context, body, body.recovery_code)
  const attempt = await attemptOf(context, 'login', body.username)
  const counted = await admitAttempt(attempt)
  const admin = await findAdminByUsername(db, body.username)
  const right = await isPassword(admin?.password_hash, body.password)
  if (!admin || !right || !mayUsePassword(context.passwordLogin, admin.username))
    return refuse(context, admin?.id, counted)
  await clearLockout(attempt)
  return (await openWithoutFactor(context, admin)) ?? askForFactor(context, admin)
}

/** Recovery codes have their own lockout, so the owner can log in while wrong passwords have locked the account. */
async function logInWithRecoveryCode(
  context: PasswordLoginContext,
  { username, password }: LoginBody,
  code: string,
): Promise<CoreLoginAnswer> {
  const { db } = context
  const attempt = await attemptOf(context, 'recovery-code', username)
  const counted = await admitAttempt(attempt)
  const admin = await findAdminByUsername(db, username)
  const right =
    (await isPassword(admin?.password_hash, password)) &&
    admin !== undefined &&
    mayUsePassword(context.passwordLogin, admin.username)
  // With a wrong password the code is not used up, and the answer takes as long.
  const accepted = await acceptRecoveryCode(db, right ? admin?.id : undefined, code)
  if (!admin || !accepted) return refuse(context, admin?.id, counted)
  await clearLockout(attempt)
  return openLogin(context, admin, { detail: 'with a recovery code' })
}

async function refuse(
  { db, principal }: LoginContext,
  adminId: string | undefined,
  counted: CountedAttempt,
): Promise<never> {
  const subject = adminId === undefined ? {} : { subjectId: adminId }
  const actions = { refused: 'admin.login-refused', locked: 'admin.login-locked' } as const
  await recordRefusal({ db, principal, counted, actions, subject })
  throw new InvalidCredentials()
}

/** The staff member of a login, unless it was ended or has expired. @param address of the caller */
export async function holderOfLogin(
  db: Database,
  id: string,
  { address, scopes }: { address: string; scopes: RoleScopes },
): Promise<AdminPrincipal | undefined> {
  const found = await findAdminPrincipal(db, id)
  return found && { ...withScope(found, scopes), address }
}

type Found = NonNullable<Awaited<ReturnType<typeof findAdminPrincipal>>>

const withScope = ({ principal, teams }: Pick<Found, 'principal' | 'teams'>, scopes: RoleScopes) => ({
  ...principal,
  scope: scopeOf(scopes, { id: principal.adminId, role: principal.role, teams }),
})

/** Postpones its idle end unless `isBackground`, at most once a minute. @returns undefined if the login has ended */
export async function useLogin(
  db: Database,
  id: string,
  { idleMinutes, isBackground, scopes, staffMfa }: UseOptions,
): Promise<Omit<AdminPrincipal, 'address'> | Omit<EnrollingPrincipal, 'address'> | undefined> {
  const found = await findAdminPrincipal(db, id)
  if (!found) return undefined
  const isStale = found.idleSecondsLeft < (idleMinutes - 1) * 60
  if (isStale && !isBackground) await putOffIdleEnd(db, id, idleMinutes)
  const principal = withScope(found, scopes)
  return staffMfa === 'required' && found.needsFactor ? { ...principal, kind: 'enrolling' } : principal
}

/** Ends the login at once, on all replicas. Idempotent. */
export async function logOut(db: Database, principal: AdminPrincipal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await revokeAdminSession(trx, principal.adminSessionId)
    await recordEvent(trx, principal, { action: 'admin.logout', subjectId: principal.adminId })
  })
}

export async function listLogins(db: Database, { adminId, adminSessionId }: AdminPrincipal) {
  const rows = await listLiveSessions(db, adminId)
  return rows.map(({ device_name, ...row }) => ({
    ...row,
    device: device_name ?? 'Unknown browser',
    current: row.id === adminSessionId,
  }))
}

/** @throws NotFound if it is none, or ended already */
export async function endLogin(db: Database, principal: AdminPrincipal, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await revokeOwnSession(trx, id, principal.adminId))) throw new NotFound()
    await recordEvent(trx, principal, { action: 'admin.login-ended', subjectId: principal.adminId })
  })
}

export async function endOtherLogins(db: Database, principal: AdminPrincipal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await revokeOtherAdminSessions(trx, principal.adminId, principal.adminSessionId)
    await recordEvent(trx, principal, { action: 'admin.other-logins-ended', subjectId: principal.adminId })
  })
}
