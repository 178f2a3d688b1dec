import type { ConfirmAccount, PasskeyChallenge } from '@agency/contract/second-factors'
import type { Database } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import { ChallengeEnded, ConfirmationRequired, InvalidInput, NotAllowed } from '../../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../../platform/http/principals.ts'
import { asStaff } from '../../../platform/http/principals.ts'
import { findAccount } from '../admin-repository.ts'
import { isRecentLogin } from '../admin-session-repository.ts'
import { requireOwnPassword } from '../own-account.ts'
import { insertChallenge, takeChallenge } from './challenge-repository.ts'
import { listPasskeys } from './factor-repository.ts'
import { acceptPasskey, assertionOptions, type RelyingParty } from './passkeys.ts'

/** Minutes after a login at a provider in which it confirms who is at the keyboard. */
const recentMinutes = 10

interface ConfirmationContext {
  db: Database
  cipher: FieldCipher
  party: RelyingParty
  principal: AdminPrincipal
}

export async function askForOwnPasskey({ db, party, principal }: ConfirmationContext): Promise<PasskeyChallenge> {
  const { adminId, adminSessionId } = principal
  const options = await assertionOptions(db, party, adminId)
  const purpose = 'passkey-confirmation'
  const challenge = await insertChallenge(db, { purpose, adminId, adminSessionId, challenge: options.challenge })
  return { challenge, options: { ...options } }
}

/** Confirms one change by this login. @throws InvalidInput; ChallengeEnded; TooManyAttempts */
export async function confirmAccount(context: ConfirmationContext, sent: ConfirmAccount): Promise<string> {
  const { db, principal } = context
  if ('password' in sent) await requireOwnPassword(context, sent.password, 'password')
  else await requireOwnPasskey(context, sent)
  const { adminId, adminSessionId } = principal
  return insertChallenge(db, { purpose: 'confirmation', adminId, adminSessionId })
}

async function requireOwnPasskey(
  { db, party, principal }: ConfirmationContext,
  sent: Extract<ConfirmAccount, { challenge: string }>,
): Promise<void> {
  const asked = await takeChallenge(db, sent.challenge, 'passkey-confirmation', principal.adminSessionId)
  if (!asked?.challenge) throw new ChallengeEnded()
  const owner = await acceptPasskey(db, party, asked.challenge, sent.passkey)
  if (owner !== principal.adminId)
    throw new InvalidInput([{ field: 'passkey', message: 'This passkey was not accepted.' }])
}

/** None during the required set-up: the login has just begun with the password. @throws ConfirmationRequired */
export async function requireConfirmation(
  db: Database,
  principal: Principal,
  confirmation: string | undefined,
): Promise<AdminPrincipal> {
  const staff = asStaff(principal)
  if (principal.kind === 'enrolling') return staff
  const taken =
    confirmation !== undefined && (await takeChallenge(db, confirmation, 'confirmation', staff.adminSessionId))
  if (!taken) throw new ConfirmationRequired()
  return staff
}

/**
 * Requires a confirmation; without password and passkey, a recent login at a provider.
 * @throws ConfirmationRequired; NotAllowed
 */
export async function requirePresence(
  db: Database,
  principal: AdminPrincipal,
  confirmation: string | undefined,
): Promise<void> {
  if (confirmation !== undefined || (await canConfirm(db, principal.adminId)))
    await requireConfirmation(db, principal, confirmation)
  else if (!(await isRecentLogin(db, principal.adminSessionId, recentMinutes)))
    throw new NotAllowed(`Log out and in again, then make this change within ${recentMinutes} minutes.`)
}

async function canConfirm(db: Database, adminId: string): Promise<boolean> {
  const [account, passkeys] = [await findAccount(db, adminId), await listPasskeys(db, adminId)]
  return account?.password_hash != null || passkeys.length > 0
}
