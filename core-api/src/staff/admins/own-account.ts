import type { Account, AccountSetup } from '@agency/contract/admins'
import { recordEvent, recordRefusal } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { InvalidInput, NotFound, SessionExpired, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { forgetAdminDevices } from '../../platform/limits/known-device-repository.ts'
import { admitAttempt, clearLockout } from '../../platform/limits/lockout.ts'
import { deletePasswordResets, findAccount, lockAdmins, updateAdmin } from './admin-repository.ts'
import { type AccountContext, getAdmin, requireFreeEmail } from './admin-service.ts'
import { lockLiveSession, revokeOtherAdminSessions } from './admin-session-repository.ts'
import { hashPassword, isPassword } from './password.ts'
import { acceptPassword } from './password-policy.ts'
import { deleteChallengesOf } from './second-factor/challenge-repository.ts'
import { lockAdmin } from './second-factor/factor-repository.ts'
import { tellStaff } from './tell-staff.ts'

/** @throws NotFound */
export async function getAccount(db: Database, id: string): Promise<Account> {
  const { setup_required } = await requireAccount(db, id)
  return { ...(await getAdmin(db, id)), setup_required }
}

async function requireAccount(db: Database, id: string) {
  const account = await findAccount(db, id)
  if (!account) throw new NotFound()
  return account
}

/** Checks the login again: a password reset meanwhile has ended it, and must stay. @throws SessionExpired */
async function lockOwnAccount(trx: Transaction, { adminId, adminSessionId }: AdminPrincipal) {
  await lockAdmin(trx, adminId)
  if ((await lockLiveSession(trx, adminSessionId)) === undefined) throw new SessionExpired()
  return requireAccount(trx, adminId)
}

/**
 * Changes it and ends all their other logins.
 * @throws InvalidInput for a wrong or weak one; TooManyAttempts; SessionExpired
 */
export async function changeOwnPassword(
  { db, cipher, principal, agency }: AccountContext,
  { password, current_password }: { password: string; current_password?: string },
): Promise<void> {
  const { adminId: id } = principal
  if (!current_password) throw wrongPresent('Enter your current password.')
  const account = await requireOwnPassword({ db, cipher, principal }, current_password, 'current_password')
  const { username, email } = account
  const password_hash = await hashPassword(
    await acceptPassword(password, [username, email, (await agency.read()).name]),
  )
  await db.transaction().execute(async (trx) => {
    const locked = await lockOwnAccount(trx, principal)
    if (locked.password_hash !== account.password_hash) throw wrongPresent('The current password is wrong.')
    await updateAdmin(trx, id, { password_hash }, ['password'])
    await deletePasswordResets(trx, id)
    await deleteChallengesOf(trx, id)
    await revokeOtherAdminSessions(trx, id, principal.adminSessionId)
    await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.password-set', subjectId: id, fields: ['password'] })
    const notice = { kind: 'account-changed', change: 'new password' } as const
    await tellStaff({ db: trx, cipher }, await getAdmin(trx, id), notice)
  })
}

const wrongPresent = (message: string, field = 'current_password') => new InvalidInput([{ field, message }])

/** Wrong ones are recorded and rate-limited. @param field of the error @throws InvalidInput; TooManyAttempts */
export async function requireOwnPassword(
  { db, cipher, principal }: Pick<AccountContext, 'db' | 'cipher' | 'principal'>,
  password: string,
  field: string,
) {
  const { adminId: id, address } = principal
  const attempt = { db, cipher, purpose: 'own-password', key: id, address, knownDevice: undefined } as const
  const counted = await admitAttempt(attempt)
  const account = await requireAccount(db, id)
  if (!(await isPassword(account.password_hash, password))) {
    const actions = { refused: 'admin.password-refused', locked: 'admin.login-locked' } as const
    await recordRefusal({ db, principal, counted, actions, subject: { subjectId: id } })
    throw wrongPresent('The current password is wrong.', field)
  }
  await clearLockout(attempt)
  return account
}

/**
 * Sets up the first admin and ends their other logins.
 * @throws WrongState if it is set up; InvalidInput; SessionExpired
 */
export async function setUpAccount(
  { db, principal, agency }: Omit<AccountContext, 'cipher'>,
  { password, ...sent }: AccountSetup,
): Promise<Account> {
  const id = principal.adminId
  const profile = { email: sent.email.trim(), first_name: sent.first_name.trim(), last_name: sent.last_name.trim() }
  const { username, password_hash: first } = await requireAccount(db, id)
  const accepted = await acceptPassword(password, [username, profile.email, (await agency.read()).name])
  if (await isPassword(first, accepted))
    throw new InvalidInput([{ field: 'password', message: 'Choose a password that differs from the first one.' }])
  const password_hash = await hashPassword(accepted)
  await db.transaction().execute(async (trx) => {
    await lockAdmins(trx)
    const { setup_required } = await lockOwnAccount(trx, principal)
    if (!setup_required) throw new WrongState('This account is already set up.')
    await requireFreeEmail(trx, profile.email, id)
    const fields = [...Object.keys(profile), 'password']
    await updateAdmin(trx, id, { ...profile, password_hash, setup_required: false }, fields)
    await deleteChallengesOf(trx, id)
    await revokeOtherAdminSessions(trx, id, principal.adminSessionId)
    await forgetAdminDevices(trx, id)
    await recordEvent(trx, principal, { action: 'admin.set-up', subjectId: id, fields })
  })
  return getAccount(db, id)
}
