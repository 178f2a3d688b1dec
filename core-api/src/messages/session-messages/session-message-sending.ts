import type { FastifyInstance } from 'fastify'
import { addressFor, getContact } from '../../clients/record/client-service.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { ClaimedMessage, Outcome } from '../../platform/outbox/outbox-repository.ts'
import type { MessageHandler } from '../../platform/outbox/outbox-sending.ts'
import { decryptPasscode } from '../../sessions/sessions/session-passcodes.ts'
import { auditIdsOf, endOf, requireSession } from '../../sessions/sessions/session-service.ts'

export async function recordEndOfMessage(
  trx: Transaction,
  { session_id, kind, channel }: ClaimedMessage,
  outcome: Outcome,
): Promise<void> {
  if (session_id === null || outcome.state === 'failed') return
  const action = outcome.state === 'sent' ? 'session.message-sent' : 'session.message-not-sent'
  const end = outcome.state === 'sent' ? '' : `: ${outcome.error}`
  const session = await requireSession(trx, session_id)
  await recordSystemEvent(trx, { action, ...auditIdsOf(session), detail: `${kind} by ${channel}${end}` })
}

export async function goesToRecord(
  reader: { db: Database; cipher: FieldCipher },
  { session_id, channel }: ClaimedMessage,
  to: string,
): Promise<boolean> {
  if (session_id === null) return false
  const { client_id } = await requireSession(reader.db, session_id)
  return addressFor(await getContact(reader, client_id), channel) === to
}

/** Withholds messages once the session is over, or address or passcode was changed. Audits without content. */
export async function sessionMessageSending(app: FastifyInstance): Promise<void> {
  const { cipher } = app
  const isOpen: NonNullable<MessageHandler['isWanted']> = async (db, message, { to }) =>
    message.session_id !== null &&
    endOf(await requireSession(db, message.session_id)) === undefined &&
    goesToRecord({ db, cipher }, message, to)
  const isCurrent = async (db: Database, id: string, passcode: string | undefined) =>
    decryptPasscode(cipher, await requireSession(db, id)) === passcode
  app.handleMessages('invitation', { isWanted: isOpen, onSettled: recordEndOfMessage })
  app.handleMessages('passcode', {
    isWanted: async (db, message, content) =>
      (await isOpen(db, message, content)) &&
      message.session_id !== null &&
      isCurrent(db, message.session_id, content.values.passcode),
    onSettled: recordEndOfMessage,
  })
}
