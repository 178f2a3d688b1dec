import fp from 'fastify-plugin'
import type { Database } from '../../platform/database/database.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import type { ClaimedMessage, Outcome } from '../outbox/outbox-repository.ts'
import type { MessageHandler } from '../outbox/outbox-sending.ts'
import { about, endOf, requireSession } from '../sessions/session-service.ts'

/** Records the end of a session's message, in the transaction that stores it. */
export async function recordEndOfMessage(
  trx: Database,
  { session_id, kind, channel }: ClaimedMessage,
  outcome: Outcome,
): Promise<void> {
  if (session_id === null || outcome.state === 'failed') return
  const [action, end] =
    outcome.state === 'sent' ? ['session.message-sent', ''] : ['session.message-not-sent', `: ${outcome.error}`]
  const session = await requireSession(trx, session_id)
  await recordSystemEvent(trx, { action, ...about(session), detail: `${kind} by ${channel}${end}` })
}

/** Not sent once the session is over; the end of a message is on the audit trail, without its content. */
const handler: MessageHandler = {
  isWanted: async (db, { session_id }) =>
    session_id !== null && endOf(await requireSession(db, session_id)) === undefined,
  onSettled: recordEndOfMessage,
}

/** What becomes of invitations and passcodes. */
export const sessionMessageSending = fp(
  async (app) => {
    app.handleMessages('invitation', handler)
    app.handleMessages('passcode', handler)
  },
  { name: 'session-message-sending', dependencies: ['outbox-sending'] },
)
