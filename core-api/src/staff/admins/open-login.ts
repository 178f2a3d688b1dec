import type { CoreLoginAnswer } from '@agency/contract/admins'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidCredentials } from '../../platform/errors.ts'
import type { NobodyPrincipal } from '../../platform/http/principals.ts'
import { isNewDevice, knownToAdmin, rememberAdminDevice } from '../../platform/limits/known-device-repository.ts'
import type { Attempt } from '../../platform/limits/lockout.ts'
import { findAdminById } from './admin-repository.ts'
import { insertAdminSession } from './admin-session-repository.ts'
import { hasFactor, lockAdmin } from './second-factor/factor-repository.ts'
import type { RelyingParty } from './second-factor/passkeys.ts'
import { tellStaff } from './tell-staff.ts'

const loginHours = 8

/** Whether staff must have a second factor, are asked once, or are not asked. */
export type StaffMfa = 'required' | 'optional' | 'off'

export interface LoginContext {
  db: Database
  cipher: FieldCipher
  principal: NobodyPrincipal
  /** Minutes without activity after which the login ends. */
  idleMinutes: number
  staffMfa: StaffMfa
  party: RelyingParty
  deviceName: string
}

type LoggingIn = NonNullable<Awaited<ReturnType<typeof findAdminById>>>

export async function attemptOf(
  { db, cipher, principal: { address, device } }: LoginContext,
  purpose: Attempt['purpose'],
  username: string,
): Promise<Attempt> {
  const knownDevice = await knownToAdmin(db, device, username)
  return { db, cipher, purpose, key: username.toLowerCase(), address, knownDevice }
}

interface Proof {
  /** In words for the audit trail, if not by password alone. */
  detail?: string
  /** Whether an OpenID provider has checked it: its rules on second factors apply then, not this product's. */
  atProvider?: boolean
}

export type Verified = Pick<LoggingIn, 'id' | 'password_hash'>

/** Verifying takes a while: a new password set meanwhile has ended all logins. @throws InvalidCredentials */
export async function lockVerified(trx: Transaction, { id, password_hash }: Verified): Promise<LoggingIn> {
  await lockAdmin(trx, id)
  const admin = await findAdminById(trx, id)
  if (!admin || admin.password_hash !== password_hash) throw new InvalidCredentials()
  return admin
}

/** @throws InvalidCredentials */
export async function openLogin(context: LoginContext, verified: Verified, proof: Proof): Promise<CoreLoginAnswer> {
  return context.db
    .transaction()
    .execute(async (trx) => openLoginIn(trx, context, await lockVerified(trx, verified), proof))
}

/** @returns undefined if the account has a second factor @throws InvalidCredentials */
export async function openWithoutFactor(
  context: LoginContext,
  verified: Verified,
): Promise<CoreLoginAnswer | undefined> {
  return context.db.transaction().execute(async (trx) => {
    const admin = await lockVerified(trx, verified)
    return (await hasFactor(trx, admin.id)) ? undefined : openLoginIn(trx, context, admin, {})
  })
}

export type LoginSource = Pick<LoginContext, 'cipher' | 'principal' | 'idleMinutes' | 'staffMfa' | 'deviceName'>

/** Opens a login of eight hours, in a transaction of the caller. */
export async function openLoginIn(
  trx: Transaction,
  source: LoginSource,
  admin: LoggingIn,
  { detail, atProvider = false }: Proof,
): Promise<CoreLoginAnswer> {
  const { principal, idleMinutes, deviceName } = source
  const { address, device } = principal
  const { id: adminId, first_name, last_name, role, username, setup_required } = admin
  const session = { id: uuid(), expires_at: new Date(Date.now() + loginHours * 3_600_000).toISOString() }
  const from = { device_name: deviceName, address, at_provider: atProvider }
  await insertAdminSession(trx, { ...session, ...from, admin_id: adminId }, idleMinutes)
  if (device) {
    if (await isNewDevice(trx, device, adminId)) await tellOfDevice(trx, source, admin)
    await rememberAdminDevice(trx, device, adminId)
  }
  const who = {
    kind: 'admin',
    adminId,
    adminSessionId: session.id,
    role,
    scope: { owner: adminId, teams: [] },
    address,
  } as const
  await recordEvent(trx, who, { action: 'admin.login', subjectId: adminId, ...(detail ? { detail } : {}) })
  const setup = atProvider ? undefined : await factorSetup(trx, source, admin)
  return {
    success: true,
    admin: { first_name, last_name, username, role },
    ...(setup_required ? { setup_required } : {}),
    ...(setup ? { second_factor_setup: setup } : {}),
    admin_session: session,
  }
}

const tellOfDevice = (trx: Transaction, { cipher, deviceName: device }: LoginSource, admin: LoggingIn) =>
  tellStaff({ db: trx, cipher }, admin, { kind: 'new-device', device })

/** Whether the person must set up a second factor, or is offered to. */
async function factorSetup(trx: Transaction, { staffMfa }: LoginSource, admin: LoggingIn) {
  if (staffMfa === 'off' || (await hasFactor(trx, admin.id))) return undefined
  if (staffMfa === 'required') return 'required'
  return admin.second_factor_postponed_at === null ? 'offered' : undefined
}
