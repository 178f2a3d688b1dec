import { randomInt } from 'node:crypto'
import { normalizeSessionCode, sessionCodeAlphabet, sessionCodeLength } from '@agency/contract/session-code'
import { closedStatusOf, hasExpired } from '@agency/contract/session-state'
import { passcodeMask, type Session, type StartSession } from '@agency/contract/sessions'
import { isLooser, type SigningCodeMode } from '@agency/contract/signing-codes'
import { v7 as uuid } from 'uuid'
import { clientExists, languageOfClient } from '../../clients/record/client-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { HeldSend } from '../../platform/database/schema/session-tables.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound, SessionExpired } from '../../platform/errors.ts'
import { type AdminPrincipal, mayDo, type Principal, type SessionPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { describeDestinations, takeDestinations } from './code-destinations.ts'
import {
  hasPortalSession,
  isLoginOpen,
  revokePortalSession,
  revokePortalSessions,
  revokePortalSessionsOfClient,
} from './portal-session-repository.ts'
import { decryptPasscode, passcodeColumns, readFirstPasscode } from './session-passcodes.ts'
import {
  findCompletion,
  findSession,
  findSessionByCode,
  insertSession,
  listFormStates,
  lockSession,
  type SessionRow,
  storeHeldSend,
  updateCopyEnd,
  updateSession,
} from './session-repository.ts'
import { deriveSessionStatus } from './session-status.ts'
import { findSignerMarks, hasUnvouchedContact, type SignerMarks } from './signer-marks-repository.ts'

export interface SessionContext<Who extends Principal = Principal> {
  db: Database
  cipher: FieldCipher
  principal: Who
}

const dayInMilliseconds = 86_400_000

function makeSessionCode(): string {
  return Array.from(
    { length: sessionCodeLength },
    () => sessionCodeAlphabet[randomInt(sessionCodeAlphabet.length)],
  ).join('')
}

export interface StartSettings {
  days: number
  signingCode: SigningCodeMode
  /** For how many days a change of a client's contact is stated. */
  contactDays: number
}

/** @throws NotFound without the client; otherwise as `startSessionWithin` */
export async function startSession(
  { db, cipher, principal, call }: SessionContext<AdminPrincipal> & Idempotent,
  sent: StartSession,
  settings: StartSettings,
): Promise<Session> {
  if (!(await clientExists(db, sent.client_id))) throw new NotFound()
  const id = uuid()
  const make = async (trx: Transaction) => {
    await startSessionWithin({ db: trx, cipher, principal }, id, sent, settings)
  }
  const read = async (trx: Transaction, [made = id]: string[], isRepeat: boolean) => {
    const row = await requireSession(trx, made)
    return isRepeat
      ? auditedSession({ db: trx, cipher, principal }, row)
      : toSession({ db: trx, cipher, principal }, row)
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read })
}

/** @returns its code @throws InvalidInput for a looser one-time code than the agency's, or a passcode */
export async function startSessionWithin(
  { db, cipher, principal }: SessionContext<AdminPrincipal> & { db: Transaction },
  id: string,
  { client_id, session_type, signing_code, ...asked }: StartSession,
  { days, signingCode, contactDays }: StartSettings,
): Promise<string> {
  const mode = requireNotLooser(signing_code ?? signingCode, signingCode)
  const passcode = readFirstPasscode(principal, asked)
  const session_code = makeSessionCode()
  await insertSession(db, {
    ...{ id, client_id, session_type, session_code },
    ...passcodeColumns(cipher, id, passcode),
    contact_changes_since: new Date(Date.now() - contactDays * dayInMilliseconds).toISOString(),
    expires_at: new Date(Date.now() + days * dayInMilliseconds).toISOString(),
    created_by: principal.adminId,
    signing_code: mode,
  })
  await takeDestinations({ db, cipher }, await requireSession(db, id), { isChange: false })
  await recordUnlessArchived(db, principal, {
    ...{ action: 'session.started', clientId: client_id, sessionId: id, subjectId: id },
    fields: [
      'session_type',
      ...(passcode.text === null ? [] : ['passcode']),
      ...(mode === signingCode ? [] : ['signing_code']),
    ],
  })
  return session_code
}

/** @throws InvalidInput */
export function requireNotLooser(mode: SigningCodeMode, floor: SigningCodeMode): SigningCodeMode {
  if (!isLooser(mode, floor)) return mode
  throw new InvalidInput([{ field: 'signing_code', message: `can only be made stricter than ${floor}` }])
}

/** The stored session by its code: any for staff, its own for a client. @throws NotFound */
export async function findSessionOf(
  { db, principal }: Pick<SessionContext, 'db' | 'principal'>,
  code: string,
): Promise<SessionRow> {
  const row = await findSessionByCode(db, normalizeSessionCode(code))
  if (!row || (principal.kind === 'session' && principal.sessionId !== row.id)) throw new NotFound()
  return row
}

/** One session, by its code: any for staff; its own, without the passcode, for a client. */
export async function getSession({ db, cipher, principal }: SessionContext, code: string): Promise<Session> {
  return auditedSession({ db, cipher, principal }, await findSessionOf({ db, principal }, code))
}

/** Audited also without a change, so that an empty write cannot read unnoticed. */
export async function auditedSession({ db, cipher, principal }: SessionContext, row: SessionRow): Promise<Session> {
  if (principal.kind === 'admin') {
    const fields = isPasscodeShown(principal, row) ? ['passcode'] : []
    await recordEvent(db, principal, { action: 'session.opened', ...auditIdsOf(row), fields })
  }
  return toSession({ db, cipher, principal }, row)
}

/** Only staff with `sessions.passcode` see a passcode. One that the product made is revealed apart. */
export const isPasscodeShown = (principal: Principal, { passcode_level, encrypted_passcode }: SessionRow): boolean =>
  encrypted_passcode !== null && passcode_level !== 'made_and_sent' && mayDo(principal, 'sessions.passcode')

function shownPasscode({ cipher, principal }: Pick<SessionContext, 'cipher' | 'principal'>, row: SessionRow) {
  if (isPasscodeShown(principal, row)) return decryptPasscode(cipher, row)
  return row.encrypted_passcode !== null && mayDo(principal, 'sessions.passcode') ? passcodeMask : null
}

/** For clients. */
const noMarks: SignerMarks = {
  passcode_to: null,
  former_passcode_sent: false,
  locked_out_at: null,
  contact_changes: [],
  opened_in_agency_at: null,
}

/** Clients see neither names of staff nor how they are identified. */
export async function toSession({ db, cipher, principal }: SessionContext, row: SessionRow) {
  const { client_id: id, profile, encrypted_profile } = row
  const isStaff = principal.kind === 'admin'
  const marks = isStaff ? await findSignerMarks(db, row.id) : noMarks
  return {
    ...row,
    passcode: shownPasscode({ cipher, principal }, row),
    ...describedDestinations(cipher, row, isStaff),
    client_phone: isStaff ? row.primary_phone : null,
    marked_by: isStaff ? row.marked_by : null,
    started_by: isStaff ? row.started_by : null,
    declined_at: isStaff ? row.declined_at : null,
    asked_again_at: isStaff ? row.asked_again_at : null,
    asked_again_by: isStaff ? row.asked_again_by : null,
    identification: isStaff ? row.identification : null,
    identified_by: row.signed_level === null || !isStaff ? marks.passcode_to : row.signed_to,
    passcode_outdated: marks.former_passcode_sent && marks.passcode_to === null,
    locked_out_at: marks.locked_out_at,
    contact_changes: marks.contact_changes,
    opened_in_agency_at: marks.opened_in_agency_at,
    client_language: languageOfClient({ id, profile, encrypted_profile }, cipher),
  }
}

function describedDestinations(cipher: FieldCipher, row: SessionRow, isStaff: boolean) {
  const code_destinations = isStaff ? describeDestinations(cipher, row) : undefined
  return code_destinations ? { code_destinations } : {}
}

/** The reason why the client can no longer open the session; undefined if it can. */
export function endOf(row: SessionRow): 'archived' | 'expired' | 'cancelled' | undefined {
  if (isArchived(row)) return 'archived'
  return closedStatusOf(row)
}

/** The reason why the client cannot log in: as `endOf`, or the link to a finished session is too old. */
export function endOfLogin(row: SessionRow): ReturnType<typeof endOf> {
  const ends = row.status === 'completed' ? [row.expires_at, row.copy_ends_at] : [row.expires_at]
  const isOpen = ends.some((end) => end !== null && !hasExpired({ expires_at: end }, Date.now()))
  return endOf(row) ?? (isOpen ? undefined : 'expired')
}

export const isArchived = (row: Pick<SessionRow, 'archived_at' | 'client_archived_at'>): boolean =>
  row.archived_at !== null || row.client_archived_at !== null

export const auditIdsOf = (row: SessionRow) => ({ clientId: row.client_id, sessionId: row.id, subjectId: row.id })

/** Logs the client out of the portal. The session stays open. Idempotent. */
export async function endPortalLogin({ db, principal }: SessionContext<SessionPrincipal>): Promise<void> {
  const { clientId, sessionId } = principal
  await db.transaction().execute(async (trx) => {
    await revokePortalSession(trx, principal.portalSessionId)
    await recordEvent(trx, principal, { action: 'portal.logout', clientId, sessionId, subjectId: sessionId })
  })
}

export const endPortalLogins = (db: Database, of: { sessionId: string } | { clientId: string }): Promise<void> =>
  'sessionId' in of ? revokePortalSessions(db, of.sessionId) : revokePortalSessionsOfClient(db, of.clientId)

/** @throws NotFound */
export async function requireSession(db: Database, id: string): Promise<SessionRow> {
  const row = await findSession(db, id)
  if (!row) throw new NotFound()
  return row
}

/** The job that tells the staff member who started a session that it is completed. */
export const completedNoticeJob = 'notify-completed'

/** The job that sends the client a copy of a completed session. */
export const signedCopyJob = 'signed-copy'

export const keepCopyUntil = (db: Database, id: string, until: string): Promise<void> => updateCopyEnd(db, id, until)

export const findSessionById = (db: Database, id: string): Promise<SessionRow | undefined> => findSession(db, id)

interface StatusCause {
  /** Staff have set the status of a document: they need no notice of what follows from that. */
  byHand?: boolean
  /** No document was opened or set back, as when one is added or removed: a completed session keeps the time of that. */
  keepsCompletion?: boolean
}

/** The time of completion stays until a document is opened, or no longer finished. */
export async function refreshSessionStatus(db: Transaction, id: string, cause: StatusCause = {}): Promise<void> {
  const session = await requireLockedSession(db, id)
  if (session.status === 'cancelled') return
  const { status, submitted_at: derived } = await derivedStatus(db, session)
  const submitted_at = cause.keepsCompletion ? (derived ?? session.submitted_at) : derived
  // A session that is shown as expired has the derived status in the database.
  const isSame = session.status !== 'expired' && status === session.status
  if (isSame && submitted_at === session.submitted_at) return
  await updateSession(db, id, { status, submitted_at }, ['status', 'submitted_at'])
  // Queued again: with another document that its client has finished, a session is completed more than once.
  const isNew = status === 'completed' && session.submitted_at === null
  if (!isNew) return
  await requeueJob(db, signedCopyJob, id)
  if (!cause.byHand) await requeueJob(db, completedNoticeJob, id)
}

export async function derivedStatus(db: Database, { id, submitted_at }: SessionRow) {
  const status = deriveSessionStatus(await listFormStates(db, id))
  if (status !== 'completed') return { status, submitted_at: null }
  return { status, submitted_at: submitted_at ?? (await findCompletion(db, id)) ?? new Date().toISOString() }
}

/** @throws NotFound */
export async function requireLockedSession(db: Transaction, id: string): Promise<SessionRow> {
  await lockSession(db, id)
  return requireSession(db, id)
}

/**
 * The body may have arrived long after the first check. Locks everywhere: document, then session.
 * @throws SessionExpired
 */
export async function requireOpenLogin(
  db: Transaction,
  { sessionId, portalSessionId }: Pick<SessionPrincipal, 'sessionId' | 'portalSessionId'>,
): Promise<void> {
  await lockSession(db, sessionId)
  if (!(await isLoginOpen(db, portalSessionId))) throw new SessionExpired()
}

export const wasOpened = (db: Database, id: string): Promise<boolean> => hasPortalSession(db, id)

/** Changes of a client's contacts by staff, shortly before its session or since. */
export const contactChangesOf = async (db: Database, id: string) => (await findSignerMarks(db, id)).contact_changes

export const holdSend = (db: Database, id: string, held: HeldSend | null): Promise<void> => storeHeldSend(db, id, held)

/** Whether staff who may not see what the client sees have changed its contact shortly before the session, or since. */
export const isContactUnvouched = (db: Database, id: string): Promise<boolean> => hasUnvouchedContact(db, id)
