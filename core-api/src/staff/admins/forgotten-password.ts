import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { NobodyPrincipal } from '../../platform/http/principals.ts'
import { forgetAdminDevices } from '../../platform/limits/known-device-repository.ts'
import { liftLockouts } from '../../platform/limits/lockout.ts'
import { findAdminById, findAdminsByLogin, updateAdmin } from './admin-repository.ts'
import { listLoginAddresses, revokeAdminSessions } from './admin-session-repository.ts'
import { hashPassword } from './password.ts'
import { mayUsePassword, type PasswordLogin } from './password-login.ts'
import { acceptPassword } from './password-policy.ts'
import { deleteChallengesOf } from './second-factor/challenge-repository.ts'
import { tellStaff } from './tell-staff.ts'

/** The accounts with a user name or an e-mail address: usually one, or none. @param login lower case */
export const findAccountsByLogin = async (db: Database, login: string): Promise<string[]> =>
  (await findAdminsByLogin(db, login)).map(({ id }) => id)

type Admin = NonNullable<Awaited<ReturnType<typeof findAdminById>>>

/** Finds only accounts that log in with a password already: else a link is a way around the provider. */
export async function findResettable(db: Database, id: string, setting: PasswordLogin): Promise<Admin | undefined> {
  const admin = await findAdminById(db, id)
  if (!admin || admin.email === '' || admin.password_hash === null) return undefined
  return mayUsePassword(setting, admin.username) ? admin : undefined
}

/**
 * Sets it, ends all logins, and the wait after wrong passwords: here, and where the account has logged in before.
 * @param takeLink in the same transaction; throws if the link has ended
 * @throws InvalidInput
 */
export async function setForgottenPassword(
  {
    db,
    cipher,
    principal,
    agency,
  }: { db: Database; cipher: FieldCipher; principal: NobodyPrincipal; agency: AgencySettingsSource },
  admin: Admin,
  password: string,
  takeLink: (trx: Transaction) => Promise<void>,
): Promise<void> {
  const { id, username, email } = admin
  const password_hash = await hashPassword(
    await acceptPassword(password, [username, email, (await agency.read()).name]),
  )
  await db.transaction().execute(async (trx) => {
    await takeLink(trx)
    await updateAdmin(trx, id, { password_hash }, ['password'])
    await deleteChallengesOf(trx, id)
    await revokeAdminSessions(trx, id)
    await forgetAdminDevices(trx, id)
    const event = {
      action: 'admin.password-set' as const,
      subjectId: id,
      fields: ['password'],
      detail: 'by a link',
    }
    await recordEvent(trx, principal, event)
    await tellStaff({ db: trx, cipher }, admin, { kind: 'account-changed', change: 'new password' })
  })
  // After the transaction: one that locked these rows for several addresses could deadlock with logins. Codes of a second
  // factor stay limited, else each link would allow more guesses.
  const addresses = new Set([principal.address, ...(await listLoginAddresses(db, id))])
  await liftLockouts({ db, cipher }, username, [...addresses], ['login'])
}
