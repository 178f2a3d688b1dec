import { timingSafeEqual } from 'node:crypto'
import { normalizeSessionCode } from '@agency/contract/session-code'
import type { CoreSessionAuthAnswer } from '@agency/contract/sessions'
import { v7 as uuid } from 'uuid'
import { findPreferredLanguage } from '../../clients/record/client-service.ts'
import { recordEvent, recordRefusal } from '../../platform/audit-trail/audit-service.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { Gone, InvalidPasscode } from '../../platform/errors.ts'
import type { NobodyPrincipal } from '../../platform/http/principals.ts'
import { knownToSession, rememberSessionDevice } from '../../platform/limits/known-device-repository.ts'
import { admitAttempt, clearLockout } from '../../platform/limits/lockout.ts'
import { isWhereStaffAre } from '../../staff/admins/staff-presence.ts'
import { markHandedOver } from './hand-over.ts'
import { lockDocuments } from './hand-over-repository.ts'
import { insertPortalSession, isOpenOnOther } from './portal-session-repository.ts'
import { decryptPasscode, passcodeContext, passcodeDigest } from './session-passcodes.ts'
import { findSession, findSessionByCode, lockSession, type SessionRow } from './session-repository.ts'
import { auditIdsOf, endOfLogin, type SessionContext } from './session-service.ts'

const portalHours = 8
/** The detail of a login in a browser or network of staff, as for a client who signs at the agency. */
const inAgency = 'opened in the agency’s network'

/** Passcodes are compared in their normal form, in constant time. */
function samePasscode(stored: string | null, typed: string): boolean {
  // The same work without a stored passcode: an unknown code must take as long as a wrong passcode.
  return timingSafeEqual(passcodeDigest(stored ?? crypto.randomUUID()), passcodeDigest(typed)) && stored !== null
}

/**
 * Opens a login of at most eight hours.
 * @throws InvalidPasscode, also for an unknown code; Gone if the session has ended
 */
export async function logInToPortal(
  { db, cipher, principal }: SessionContext<NobodyPrincipal>,
  typedCode: string,
  passcode: string,
): Promise<CoreSessionAuthAnswer> {
  const code = normalizeSessionCode(typedCode)
  const { address, device } = principal
  const knownDevice = await knownToSession(db, device, code)
  const row = await findSessionByCode(db, code)
  // A new passcode ends the wait after wrong ones: nobody has guessed at it yet.
  const key = row ? `${code} ${row.passcode_set_at}` : code
  const attempt = { db, cipher, purpose: 'passcode', key, address, knownDevice } as const
  const counted = await admitAttempt(attempt)
  const stored = row ? decryptPasscode(cipher, row) : decoyPasscode(cipher)
  const right = samePasscode(stored, passcode)
  if (!row || !right) {
    const subject = row ? auditIdsOf(row) : {}
    const actions = { refused: 'passcode.refused', locked: 'passcode.locked' } as const
    await recordRefusal({ db, principal, counted, actions, subject })
    throw new InvalidPasscode()
  }
  await clearLockout(attempt)
  const login = { id: uuid(), expires_at: new Date(Date.now() + portalHours * 3_600_000).toISOString() }
  const refusal = endOfLogin(row) ?? (await storeLogin({ db, cipher, principal }, { login, row, passcode }))
  if (refusal === 'passcode') {
    await recordEvent(db, principal, { action: 'passcode.refused', ...auditIdsOf(row) })
    throw new InvalidPasscode()
  }
  if (refusal !== undefined) {
    await recordEvent(db, principal, { action: 'session.refused', ...auditIdsOf(row), detail: refusal })
    throw new Gone()
  }
  const { id, client_id, session_code } = row
  const language = await findPreferredLanguage({ db, cipher }, client_id)
  return { session: { id, client_id, session_code }, ...(language ? { language } : {}), portal_session: login }
}

interface Login {
  login: { id: string; expires_at: string }
  /** The session as it was when the passcode was compared. */
  row: SessionRow
  passcode: string
}

/** Locks the session: a later change of the passcode finds this login, and ends it. @returns why it was not stored */
function storeLogin(
  { db, cipher, principal }: SessionContext<NobodyPrincipal>,
  { login, row, passcode }: Login,
): Promise<'passcode' | ReturnType<typeof endOfLogin>> {
  const { device } = principal
  return db.transaction().execute(async (trx) => {
    await lockDocuments(trx, row.id)
    await lockSession(trx, row.id)
    const current = await findSession(trx, row.id)
    if (!current || !samePasscode(decryptPasscode(cipher, current), passcode)) return 'passcode'
    const ended = endOfLogin(current)
    if (ended !== undefined) return ended
    // Whoever opens it has it: the passcode may have been told, which nobody records.
    if (current.sent_at === null) await markHandedOver({ db: trx, principal: undefined }, current)
    const isOpen = await isOpenOnOther(trx, row.id, device)
    const in_agency = await isWhereStaffAre(trx, principal)
    await insertPortalSession(trx, { ...login, session_id: row.id, device: device ?? null, in_agency })
    if (device) await rememberSessionDevice(trx, device, row.id)
    await recordEvent(trx, principal, {
      action: 'authenticated',
      ...auditIdsOf(row),
      ...(in_agency ? { detail: inAgency } : {}),
    })
    if (isOpen) await recordEvent(trx, principal, { action: 'session.opened-twice', ...auditIdsOf(row) })
    return undefined
  })
}

function decoyPasscode(cipher: FieldCipher): string {
  const context = passcodeContext('decoy')
  return cipher.decrypt(cipher.encrypt(crypto.randomUUID(), context), context)
}
