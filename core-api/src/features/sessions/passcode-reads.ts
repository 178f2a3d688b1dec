import type { Session } from '@agency/contract/sessions'
import { recordEvent } from '../audit/audit-service.ts'
import type { RecordReads } from '../record-reads/record-reads.ts'
import type { SessionRow } from './session-repository.ts'
import { auditIdsOf, findSessionOf, type SessionContext, toSession } from './session-service.ts'

/**
 * Counts the client's record as opened by staff. Call it before an answer that shows the passcode.
 * @throws NotFound; TooManyRecords at the limit
 */
export async function countPasscodeRead(
  recordReads: RecordReads,
  context: Pick<SessionContext, 'db' | 'principal'>,
  code: string,
): Promise<void> {
  const { client_id } = await findSessionOf(context, code)
  await recordReads.count(context.principal, client_id)
}

/**
 * The answer to a change of a session by staff. If it shows the passcode, the audit trail records that, as for a read.
 * Otherwise a change would be an unrecorded read.
 * @param context of the transaction of the change
 * @param sent the fields that the caller has just set
 */
export async function answerChangedSession(
  { db, cipher, principal }: SessionContext,
  row: SessionRow,
  sent: readonly string[] = [],
): Promise<Session> {
  const session = toSession({ cipher, principal }, row)
  if (session.passcode !== null && !sent.includes('passcode'))
    await recordEvent(db, principal, { action: 'session.opened', ...auditIdsOf(row), fields: ['passcode'] })
  return session
}
