import type { AuditAction } from '@agency/contract/audit-actions'
import { normalizeSessionCode } from '@agency/contract/session-code'
import { hasExpired } from '@agency/contract/session-state'
import { passcodeMask, Session, type UpdateSession } from '@agency/contract/sessions'
import { type SigningCodeMode, stricterMode } from '@agency/contract/signing-codes'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import { readFormerValues } from '../../platform/concurrency/former-values.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { InvalidInput, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { forgetSessionDevices } from '../../platform/limits/known-device-repository.ts'
import { lockWithDocuments } from './hand-over.ts'
import { answerChangedSession } from './passcode-reads.ts'
import { passcodeColumns, readPasscode } from './session-passcodes.ts'
import { findSessionByCode, type SessionRow, updateSession } from './session-repository.ts'
import {
  auditedSession,
  auditIdsOf,
  derivedStatus,
  endPortalLogins,
  findSessionById,
  isArchived,
  requireLockedSession,
  requireNotLooser,
  requireSession,
  type SessionContext,
  toSession,
  wasOpened,
} from './session-service.ts'

const dayInMilliseconds = 86_400_000

interface SessionEdit {
  code: string
  sent: UpdateSession
  /** The version that the edit is based on; without it the edit applies to what is stored now. */
  baseVersion: number | undefined
  days: number
  /** The agency's setting. A session cannot be less strict. */
  signingCode: SigningCodeMode
}

const endedNow = ({ adminId }: AdminPrincipal) => ({
  status: 'cancelled' as const,
  ended_at: new Date().toISOString(),
  ended_by: adminId,
})

/** A new passcode, cancelling and reopening end portal logins. @throws NotFound; InvalidInput; EditConflict */
export function changeSession(
  { db, cipher, principal }: SessionContext<AdminPrincipal>,
  { code, sent, baseVersion, days, signingCode }: SessionEdit,
): Promise<Session> {
  return db.transaction().execute(async (trx) => {
    const found = await findSessionByCode(trx, normalizeSessionCode(code))
    if (!found) throw new NotFound()
    const row = await requireLockedSession(trx, found.id)
    const stored = { ...(await toSession({ db: trx, cipher, principal }, row)), cancelled: row.status === 'cancelled' }
    const { version: _version, make_passcode: _asked, ...plain } = sent
    const wanted = wantedPasscode(principal, sent, stored.passcode)
    const changes = { ...plain, passcode: wanted?.text, ...newExpiry(sent, row, days) }
    const had = await readFormerValues({ db: trx, cipher }, { current: row, baseVersion })
    const secrets = ['passcode']
    const edit = mergeRecordEdit({ schema: Session, current: stored, changes, baseVersion, had, secrets })
    const fields = Object.keys(edit)
    if (fields.length === 0) return auditedSession({ db: trx, cipher, principal }, row)
    if (edit.signing_code) requireNotLooser(edit.signing_code, stricterMode(row.signing_code, signingCode))

    const { passcode, cancelled, ...others } = edit
    const reopened = cancelled === false ? await derivedStatus(trx, row) : {}
    const values = {
      ...others,
      ...(passcode !== undefined && wanted ? passcodeColumns(cipher, row.id, wanted) : {}),
      ...(cancelled === true ? endedNow(principal) : reopened),
    }
    await updateSession(trx, row.id, values, cancelled === undefined ? fields : [...fields, 'status'])
    if (endsOpenings(edit, row)) await endPortalLogins(trx, { sessionId: row.id })
    if (passcode !== undefined) await forgetSessionDevices(trx, row.id)
    await recordUnlessArchived(trx, principal, { action: actionOf(edit, row), ...auditIdsOf(row), fields })
    return answerChangedSession({ db: trx, cipher, principal }, await requireSession(trx, row.id), fields)
  })
}

/** One that its client has not opened. What waits is not sent. @returns why it stays; undefined if it is cancelled */
export async function withdrawWithin(
  { db, principal }: Omit<SessionContext<AdminPrincipal>, 'cipher'> & { db: Transaction },
  id: string,
): Promise<string | undefined> {
  if (!(await findSessionById(db, id))) return 'the session was deleted since'
  const row = await lockWithDocuments(db, id)
  if (await wasOpened(db, id)) return 'the session was opened since'
  const isUntouched = row.session_state === 'draft' || row.session_state === 'sent'
  if (!isUntouched || isArchived(row)) return 'the session has gone on or ended since'
  await updateSession(db, id, endedNow(principal), ['status'])
  await endPortalLogins(db, { sessionId: id })
  await recordUnlessArchived(db, principal, {
    action: 'session.cancelled',
    ...auditIdsOf(row),
    fields: ['cancelled'],
  })
  return undefined
}

/** An archived one is in no list or count, and refuses its client. Idempotent. @throws NotFound; WrongState */
export function setSessionArchived(
  { db, cipher, principal }: SessionContext<AdminPrincipal>,
  code: string,
  archived: boolean,
): Promise<Session> {
  return db.transaction().execute(async (trx) => {
    const found = await findSessionByCode(trx, normalizeSessionCode(code))
    if (!found) throw new NotFound()
    const row = await requireLockedSession(trx, found.id)
    if (row.client_archived_at !== null)
      throw new WrongState('The client of this session is archived. Restore the client first.')
    if ((row.archived_at !== null) === archived) return auditedSession({ db: trx, cipher, principal }, row)
    const archived_at = archived ? new Date().toISOString() : null
    await updateSession(trx, row.id, { archived_at }, ['archived_at'])
    if (archived) await endPortalLogins(trx, { sessionId: row.id })
    await recordEvent(trx, principal, {
      action: archived ? 'session.archived' : 'session.restored',
      ...auditIdsOf(row),
    })
    return answerChangedSession({ db: trx, cipher, principal }, await requireSession(trx, row.id))
  })
}

/** The new passcode. What the caller was shown in its place is no edit when it comes back. */
function wantedPasscode(principal: AdminPrincipal, { passcode, make_passcode }: UpdateSession, shown: string | null) {
  const isEcho = shown === passcodeMask && passcode === passcodeMask
  return readPasscode(principal, { passcode: isEcho ? undefined : passcode, make_passcode })
}

function newExpiry({ expires_at, cancelled }: UpdateSession, row: SessionRow, days: number) {
  if (expires_at !== undefined) {
    const at = new Date(expires_at).toISOString()
    // An expiry in the past is accepted if it is the stored one.
    if (at !== row.expires_at && !isOver(at)) return { expires_at: at }
    if (at !== row.expires_at) throw new InvalidInput([{ field: 'expires_at', message: 'must be in the future' }])
  }
  if (cancelled !== false || !isOver(row.expires_at)) return { expires_at: row.expires_at }
  return { expires_at: new Date(Date.now() + days * dayInMilliseconds).toISOString() }
}

const isOver = (expires_at: string): boolean => hasExpired({ expires_at }, Date.now())

/** Whether the client must log in again. */
function endsOpenings(edit: Partial<UpdateSession>, row: SessionRow): boolean {
  return edit.passcode !== undefined || edit.cancelled !== undefined || isOver(row.expires_at)
}

function actionOf({ cancelled }: Partial<UpdateSession>, row: SessionRow): AuditAction {
  if (cancelled) return 'session.cancelled'
  return cancelled === false || row.status === 'expired' ? 'session.reopened' : 'session.changed'
}
