import type {
  AccountSecurity,
  AddPasskey,
  FactorAdded,
  NewAuthenticator,
  PasskeyChallenge,
} from '@agency/contract/second-factors'
import { v7 as uuid } from 'uuid'
import type { AgencySettingsSource } from '../../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import { ChallengeEnded, InvalidInput, NotFound, WrongState } from '../../../platform/errors.ts'
import { type AdminPrincipal, asStaff, type Principal } from '../../../platform/http/principals.ts'
import { findAccount } from '../admin-repository.ts'
import { getAdmin } from '../admin-service.ts'
import { revokeAdminSessions, revokeOtherAdminSessions } from '../admin-session-repository.ts'
import type { StaffMfa } from '../open-login.ts'
import { tellStaff } from '../tell-staff.ts'
import { deleteChallengesOf, insertChallenge, takeChallenge } from './challenge-repository.ts'
import { requireConfirmation } from './confirmation.ts'
import {
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticators,
  deletePasskeys,
  findAuthenticator,
  hasFactor,
  insertPasskey,
  insertPendingAuthenticator,
  listPasskeys,
  lockAdmin,
  lockPendingAuthenticator,
  postponeFactor,
  renamePasskey,
  replaceRecoveryCodes,
} from './factor-repository.ts'
import { makeSecret, secretUri, stepOfCode } from './one-time-code.ts'
import { passkeysOf, type RelyingParty, registrationOptions, verifyRegistration } from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { secretContext } from './second-step.ts'

export interface FactorContext {
  db: Database
  cipher: FieldCipher
  agency: AgencySettingsSource
  party: RelyingParty
  staffMfa: StaffMfa
  principal: Principal
}

const mostPasskeys = 20

const factorNames = { authenticator: 'authenticator app', passkey: 'passkey' } as const
type Factor = keyof typeof factorNames

export async function readSecurity({ db, principal, staffMfa }: FactorContext): Promise<AccountSecurity> {
  const { adminId } = asStaff(principal)
  const [authenticator, passkeys, left, account] = await Promise.all([
    findAuthenticator(db, adminId),
    passkeysOf(db, adminId),
    countRecoveryCodes(db, adminId),
    findAccount(db, adminId),
  ])
  return {
    has_password: account?.password_hash !== null,
    required: staffMfa === 'required',
    authenticator_since: authenticator?.confirmed_at ?? null,
    passkeys,
    recovery_codes_left: left,
  }
}

/** Starts the enrolment of an authenticator app. It counts once one of its codes was entered. */
export async function startAuthenticator(
  { db, cipher, agency, principal }: FactorContext,
  confirmation: string | undefined,
): Promise<NewAuthenticator> {
  const secret = makeSecret()
  const id = uuid()
  const username = await db.transaction().execute(async (trx) => {
    const { adminId } = await requireConfirmation(trx, principal, confirmation)
    await lockAdmin(trx, adminId)
    const encrypted_secret = cipher.encrypt(secret, secretContext(id))
    await insertPendingAuthenticator(trx, { id, admin_id: adminId, encrypted_secret })
    return (await getAdmin(trx, adminId)).username
  })
  return { secret, uri: secretUri(secret, (await agency.read()).name, username) }
}

/** Replaces an earlier app. @returns recovery codes, with the first factor @throws InvalidInput; WrongState */
export function finishAuthenticator({ db, cipher, principal }: FactorContext, code: string): Promise<FactorAdded> {
  const staff = asStaff(principal)
  return db.transaction().execute(async (trx) => {
    await lockAdmin(trx, staff.adminId)
    const pending = await lockPendingAuthenticator(trx, staff.adminId)
    if (!pending) throw new WrongState('Start again: no authenticator app is being set up.')
    const step = stepOfCode(cipher.decrypt(pending.encrypted_secret, secretContext(pending.id)), code)
    if (step === undefined)
      throw new InvalidInput([{ field: 'code', message: 'This code is wrong. Enter the newest one.' }])
    const isFirst = !(await hasFactor(trx, staff.adminId))
    await confirmAuthenticator(trx, pending.id, staff.adminId, step)
    return recordAdded({ db: trx, cipher }, staff, { factor: 'authenticator', isFirst })
  })
}

/** The first ends other logins: the password alone opened them, and an enrolling login would become a full one. */
async function recordAdded(
  { db: trx, cipher }: Pick<FactorContext, 'db' | 'cipher'>,
  staff: AdminPrincipal,
  { factor, isFirst }: { factor: Factor; isFirst: boolean },
): Promise<FactorAdded> {
  await recordEvent(trx, staff, { action: `admin.${factor}-added`, subjectId: staff.adminId })
  const change = `${factorNames[factor]} added` as const
  await tellStaff({ db: trx, cipher }, await getAdmin(trx, staff.adminId), { kind: 'account-changed', change })
  if (!isFirst) return { recovery_codes: [] }
  await revokeOtherAdminSessions(trx, staff.adminId, staff.adminSessionId)
  return { recovery_codes: await makeRecoveryCodes(trx, staff.adminId) }
}

/** @throws NotFound; WrongState if it is the last factor where one is required */
export function removeAuthenticator(context: FactorContext, confirmation: string | undefined): Promise<void> {
  return removeFactor(context, confirmation, 'authenticator', (trx, adminId) => deleteAuthenticators(trx, adminId))
}

/** @throws NotFound; WrongState if it is the last factor where one is required */
export function removePasskey(context: FactorContext, id: string, confirmation: string | undefined): Promise<void> {
  return removeFactor(context, confirmation, 'passkey', async (trx, adminId) => {
    return (await deletePasskeys(trx, adminId, id)) > 0
  })
}

function removeFactor(
  { db, cipher, principal, staffMfa }: FactorContext,
  confirmation: string | undefined,
  factor: Factor,
  remove: (trx: Transaction, adminId: string) => Promise<boolean>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const staff = await requireConfirmation(trx, principal, confirmation)
    await lockAdmin(trx, staff.adminId)
    if (!(await remove(trx, staff.adminId))) throw new NotFound()
    if (!(await hasFactor(trx, staff.adminId))) {
      if (staffMfa === 'required')
        throw new WrongState('This is your last second factor, and one is required. Add another one first.')
      await replaceRecoveryCodes(trx, staff.adminId, [])
    }
    await recordEvent(trx, staff, { action: `admin.${factor}-removed`, subjectId: staff.adminId })
    const change = `${factorNames[factor]} removed` as const
    await tellStaff({ db: trx, cipher }, await getAdmin(trx, staff.adminId), { kind: 'account-changed', change })
  })
}

/** @throws WrongState if there are too many */
export async function startPasskey(
  { db, agency, party, principal }: FactorContext,
  confirmation: string | undefined,
): Promise<PasskeyChallenge> {
  const { name } = await agency.read()
  return db.transaction().execute(async (trx) => {
    const { adminId, adminSessionId } = await requireConfirmation(trx, principal, confirmation)
    if ((await listPasskeys(trx, adminId)).length >= mostPasskeys)
      throw new WrongState(`You can have ${mostPasskeys} passkeys. Remove one first.`)
    const options = await registrationOptions(trx, { ...party, name }, await getAdmin(trx, adminId))
    const purpose = 'passkey-registration'
    const challenge = await insertChallenge(trx, { purpose, adminId, adminSessionId, challenge: options.challenge })
    return { challenge, options: { ...options } }
  })
}

/** @returns recovery codes, with the first factor @throws ChallengeEnded; InvalidInput */
export async function addPasskey(
  { db, cipher, party, principal }: FactorContext,
  { challenge, name, passkey }: AddPasskey,
): Promise<FactorAdded> {
  const staff = asStaff(principal)
  const asked = await takeChallenge(db, challenge, 'passkey-registration', staff.adminSessionId)
  if (!asked?.challenge) throw new ChallengeEnded()
  const made = await verifyRegistration(party, asked.challenge, passkey)
  if (!made) throw new InvalidInput([{ field: 'passkey', message: 'This passkey was not accepted.' }])
  return db.transaction().execute(async (trx) => {
    await lockAdmin(trx, staff.adminId)
    const isFirst = !(await hasFactor(trx, staff.adminId))
    await insertPasskey(trx, {
      id: uuid(),
      admin_id: staff.adminId,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports ?? [],
      name: name.trim(),
    })
    return recordAdded({ db: trx, cipher }, staff, { factor: 'passkey', isFirst })
  })
}

/** @throws NotFound */
export function nameAPasskey(
  { db, principal }: FactorContext,
  id: string,
  { name, confirmation }: { name: string; confirmation?: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const staff = await requireConfirmation(trx, principal, confirmation)
    if (!(await renamePasskey(trx, id, staff.adminId, name.trim()))) throw new NotFound()
    await recordEvent(trx, staff, { action: 'admin.passkey-renamed', subjectId: staff.adminId })
  })
}

/** Makes new recovery codes; the old ones no longer work. @throws WrongState without a second factor */
export function renewRecoveryCodes({ db, principal }: FactorContext, confirmation?: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const staff = await requireConfirmation(trx, principal, confirmation)
    await lockAdmin(trx, staff.adminId)
    if (!(await hasFactor(trx, staff.adminId))) throw new WrongState('Set up a second factor first.')
    const codes = await makeRecoveryCodes(trx, staff.adminId)
    await recordEvent(trx, staff, { action: 'admin.recovery-codes-made', subjectId: staff.adminId })
    return codes
  })
}

/** @throws WrongState where one is required */
export async function postpone({ db, principal, staffMfa }: FactorContext): Promise<void> {
  if (staffMfa === 'required') throw new WrongState('A second factor is required.')
  const staff = asStaff(principal)
  await db.transaction().execute(async (trx) => {
    await postponeFactor(trx, staff.adminId)
    await recordEvent(trx, staff, { action: 'admin.second-factor-postponed', subjectId: staff.adminId })
  })
}

/** Removes their factors and ends their logins. @throws NotFound; WrongState for oneself, and if there are none */
export function removeFactorsOf(
  { db, cipher }: Pick<FactorContext, 'db' | 'cipher'>,
  principal: AdminPrincipal,
  adminId: string,
): Promise<void> {
  if (principal.adminId === adminId) throw new WrongState('Change your own second factors under Security.')
  return db.transaction().execute(async (trx) => {
    if (!(await lockAdmin(trx, adminId))) throw new NotFound()
    if (!(await hasFactor(trx, adminId))) throw new WrongState('This account has no second factor.')
    const admin = await getAdmin(trx, adminId)
    await removeAllFactors(trx, adminId)
    await recordEvent(trx, principal, { action: 'admin.second-factors-removed', subjectId: adminId })
    await tellStaff({ db: trx, cipher }, admin, { kind: 'second-factor-removed' })
  })
}

/** Removes all second factors and recovery codes of an account, and ends its logins, in the caller's transaction. */
export async function removeAllFactors(trx: Transaction, adminId: string): Promise<void> {
  await deleteAuthenticators(trx, adminId)
  await deletePasskeys(trx, adminId)
  await replaceRecoveryCodes(trx, adminId, [])
  await deleteChallengesOf(trx, adminId)
  await revokeAdminSessions(trx, adminId)
}
