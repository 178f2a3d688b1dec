import { randomBytes } from 'node:crypto'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { liftLockouts } from '../../platform/limits/lockout.ts'
import { deletePasswordResets, findAdminsByEmail, lockAdmins, updateAdmin } from './admin-repository.ts'
import { listLoginAddresses } from './admin-session-repository.ts'
import { hashPassword } from './password.ts'
import { mayUsePassword, type PasswordLogin } from './password-login.ts'
import { removeAllFactors } from './second-factor/factor-service.ts'
import { tellStaff } from './tell-staff.ts'

interface RecoveryContext {
  db: Transaction
  cipher: FieldCipher
  passwordLogin: PasswordLogin
}

/** The former password must not stay: it alone would open the account. @throws with a message for the operator */
export async function recoverAccess(
  { db, cipher, passwordLogin }: RecoveryContext,
  email: string,
): Promise<{ id: string; username: string }> {
  await lockAdmins(db)
  const admin = await requireRecoverable({ db, passwordLogin }, email)
  const { id, username, role } = admin
  const fields = role === 'power' ? ['password'] : ['role', 'password']
  await updateAdmin(db, id, { role: 'power', password_hash: await hashOfUnknown() }, fields)
  await deletePasswordResets(db, id)
  await removeAllFactors(db, id)
  await liftLockouts({ db, cipher }, username, await listLoginAddresses(db, id))
  await recordSystemEvent(db, { action: 'admin.recovered', subjectId: id, fields })
  const change = 'recovered on the server, with power access, a new password and no second factors'
  await tellStaff({ db, cipher }, admin, { kind: 'account-changed', change })
  return { id, username }
}

/** The hash of a password that nobody knows. */
const hashOfUnknown = () => hashPassword(randomBytes(32).toString('base64url'))

async function requireRecoverable({ db, passwordLogin }: Omit<RecoveryContext, 'cipher'>, email: string) {
  const [admin, another] = (await findAdminsByEmail(db, email)).filter((found) => found.email === email)
  if (!admin || email === '') throw new Error('No staff account has this email address. Nothing was changed.')
  if (another)
    throw new Error('Several staff accounts have this email address. Name another account. Nothing was changed.')
  if (mayUsePassword(passwordLogin, admin.username)) return admin
  throw new Error(
    'This account cannot log in with a password: STAFF_PASSWORD_LOGIN is off. Set STAFF_BREAK_GLASS to its user name ' +
      `(${admin.username}), restart core-api, and run this again. Nothing was changed.`,
  )
}
