import type { CoreLoginAnswer } from '@agency/contract/admins'
import type { CompleteLogin, PasskeyChallenge } from '@agency/contract/second-factors'
import { recordRefusal, recordStrangersRefusal } from '../../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { ChallengeEnded, InvalidSecondFactor } from '../../../platform/errors.ts'
import { admitAttempt, type CountedAttempt, clearLockout } from '../../../platform/limits/lockout.ts'
import { countFromNetwork } from '../../../platform/limits/network-limit.ts'
import { findAdminById } from '../admin-repository.ts'
import { attemptOf, type LoginContext, lockVerified, openLoginIn, type Verified } from '../open-login.ts'
import { mayUsePassword, type PasswordLogin } from '../password-login.ts'
import {
  countWrongAnswer,
  deleteChallenge,
  findLoginChallenge,
  insertChallenge,
  lockLoginChallenge,
} from './challenge-repository.ts'
import { countRecoveryCodes, findAuthenticator, listPasskeys, useStep } from './factor-repository.ts'
import { stepOfCode } from './one-time-code.ts'
import { acceptPasskey, assertionOptions } from './passkeys.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'

/** Passkey logins that one network may start in 15 minutes: each stores a row. */
const freeStarts = 300

export const secretContext = (id: string) => ({ table: 'admin_authenticators', id, purpose: 'secret' })

/** @throws InvalidCredentials if the account has another password since */
export async function askForFactor(
  { db, party, principal: { device } }: LoginContext,
  verified: Verified,
): Promise<CoreLoginAnswer> {
  const { id: adminId } = verified
  const [authenticator, passkeys, codes] = await Promise.all([
    findAuthenticator(db, adminId),
    listPasskeys(db, adminId),
    countRecoveryCodes(db, adminId),
  ])
  const options = passkeys.length > 0 ? await assertionOptions(db, party, adminId) : undefined
  const asked = { purpose: 'login', adminId, device, ...(options ? { challenge: options.challenge } : {}) } as const
  const challenge = await db.transaction().execute(async (trx) => {
    await lockVerified(trx, verified)
    return insertChallenge(trx, asked)
  })
  return {
    success: false,
    message: 'Confirm that it is you with your second factor.',
    second_factor: {
      challenge,
      methods: [
        ...(authenticator ? (['code'] as const) : []),
        ...(options ? (['passkey'] as const) : []),
        ...(codes > 0 ? (['recovery_code'] as const) : []),
      ],
      ...(options ? { passkey_options: { ...options } } : {}),
    },
  }
}

/** @throws TooManyAttempts */
export async function startPasskeyLogin({ db, cipher, party, principal }: LoginContext): Promise<PasskeyChallenge> {
  await countFromNetwork({ db, cipher, what: 'passkey-login', address: principal.address, free: freeStarts })
  const options = await assertionOptions(db, party)
  const { device } = principal
  const challenge = await insertChallenge(db, { purpose: 'passkey-login', device, challenge: options.challenge })
  return { challenge, options: { ...options } }
}

interface Step {
  purpose: string
  admin_id: string | null
  challenge: string | null
}

/** Used up in the login's transaction: of two answers only one logs in. @throws ChallengeEnded; InvalidSecondFactor */
export async function completeLogin(
  context: LoginContext & { passwordLogin: PasswordLogin },
  sent: CompleteLogin,
): Promise<CoreLoginAnswer> {
  const { db, principal } = context
  const asked = await findLoginChallenge(db, sent.challenge, principal.device)
  if (!asked) throw new ChallengeEnded()
  // A passkey can't be guessed, so it is a way in while codes are locked.
  const attempt =
    asked.username !== null && !('passkey' in sent)
      ? await attemptOf(context, 'second-factor', asked.username)
      : undefined
  const counted = attempt ? await admitAttempt(attempt) : undefined
  const answer = await db.transaction().execute(async (trx) => {
    const step = await lockLoginChallenge(trx, sent.challenge, principal.device)
    if (!step) throw new ChallengeEnded()
    const adminId = await acceptFactor(trx, context, step, sent)
    const admin = adminId === undefined ? undefined : await findAdminById(trx, adminId)
    // A passkey alone opens the same accounts as a password.
    if (!admin || !mayUsePassword(context.passwordLogin, admin.username)) return countWrongAnswer(trx, step.id)
    await deleteChallenge(trx, step.id)
    return openLoginIn(trx, context, admin, { detail: howOf(sent, step) })
  })
  if (answer) {
    if (attempt) await clearLockout(attempt)
    return answer
  }
  await recordRefusedFactor(context, asked.admin_id, counted)
  throw new InvalidSecondFactor(refusalOf(sent))
}

/** @param counted undefined for a passkey, whose wrong answers lock nobody out */
async function recordRefusedFactor(
  { db, cipher, principal }: LoginContext,
  adminId: string | null,
  counted: CountedAttempt = { lockouts: [], isFlood: false },
): Promise<void> {
  const refused = 'admin.second-factor-refused'
  if (adminId === null) return recordStrangersRefusal({ db, cipher, principal }, { action: refused })
  const actions = { refused, locked: 'admin.login-locked' } as const
  await recordRefusal({ db, principal, counted, actions, subject: { subjectId: adminId } })
}

/** @returns the admin whose factor was accepted */
async function acceptFactor(
  trx: Transaction,
  { cipher, party }: LoginContext,
  { admin_id, challenge }: Step,
  sent: CompleteLogin,
): Promise<string | undefined> {
  if ('passkey' in sent) {
    const owner = challenge === null ? undefined : await acceptPasskey(trx, party, challenge, sent.passkey)
    return admin_id === null || owner === admin_id ? owner : undefined
  }
  if (admin_id === null) return undefined
  if ('recovery_code' in sent)
    return (await acceptRecoveryCode(trx, admin_id, sent.recovery_code)) ? admin_id : undefined
  const kept = await findAuthenticator(trx, admin_id)
  const step = kept && stepOfCode(cipher.decrypt(kept.encrypted_secret, secretContext(kept.id)), sent.code)
  return kept && step !== undefined && (await useStep(trx, kept.id, step)) ? admin_id : undefined
}

function howOf(sent: CompleteLogin, { purpose }: Step): string {
  if ('passkey' in sent) return purpose === 'passkey-login' ? 'with a passkey alone' : 'with a passkey'
  return 'code' in sent ? 'with a code' : 'with a recovery code'
}

function refusalOf(sent: CompleteLogin): string {
  if ('passkey' in sent) return 'This passkey was not accepted.'
  return 'code' in sent
    ? 'This code is wrong or was used already. Enter the newest one.'
    : 'This recovery code is wrong or was used already.'
}
