import type { RevealedPasscode, Session } from '@agency/contract/sessions'
import type { RecordReads } from '../../clients/read-alerts/record-reads.ts'
import { recordReveal, requireReason } from '../../clients/record/reveal-audit.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { decryptPasscode } from './session-passcodes.ts'
import { findSession, listUnseenPasscodes, markPasscodeSeen, type SessionRow } from './session-repository.ts'
import {
  auditIdsOf,
  findSessionOf,
  isPasscodeShown,
  requireLockedSession,
  type SessionContext,
  toSession,
} from './session-service.ts'

/** Counts the record before an answer that shows the passcode. @throws NotFound; TooManyRecords */
export async function countPasscodeRead(
  recordReads: RecordReads,
  context: Pick<SessionContext, 'db' | 'principal'>,
  code: string,
): Promise<void> {
  const { client_id } = await findSessionOf(context, code)
  await recordReads.count(context.principal, client_id)
}

/** A shown passcode is audited: else a change would be an unrecorded read. @param sent the fields that were just set */
export async function answerChangedSession(
  { db, cipher, principal }: SessionContext,
  row: SessionRow,
  sent: readonly string[] = [],
): Promise<Session> {
  const session = await toSession({ db, cipher, principal }, row)
  if (isPasscodeShown(principal, row) && !sent.includes('passcode'))
    await recordEvent(db, principal, { action: 'session.opened', ...auditIdsOf(row), fields: ['passcode'] })
  return session
}

interface StaffContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

/** Audited first; from then on it is not known to the client only. @throws NotFound; InvalidInput without a reason */
export function revealPasscode({ db, cipher, principal }: StaffContext, code: string): Promise<RevealedPasscode> {
  requireReason(principal)
  return db.transaction().execute(async (trx) => {
    const { id } = await findSessionOf({ db: trx, principal }, code)
    const session = await requireLockedSession(trx, id)
    await recordSeen({ db: trx, cipher, principal }, session)
    return { passcode: decryptPasscode(cipher, session) }
  })
}

async function recordSeen(context: StaffContext, session: SessionRow): Promise<void> {
  if (session.encrypted_passcode === null) return
  const { clientId, ...about } = auditIdsOf(session)
  await recordReveal(context, { action: 'session.passcode-shown', clientId, ...about, fields: ['passcode'] })
  await markPasscodeSeen(context.db, session.id)
}

/** Records that staff see these messages in the clear, some of which hold a passcode that nobody has seen. */
export async function recordShownMessages(context: StaffContext, messageIds: string[]): Promise<void> {
  const ids = await listUnseenPasscodes(context.db, messageIds)
  for (const id of ids) {
    await context.db.transaction().execute(async (trx) => {
      const session = await findSession(trx, id)
      if (session) await recordSeen({ ...context, db: trx }, await requireLockedSession(trx, id))
    })
  }
}
