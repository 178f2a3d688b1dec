import type { Language } from '@agency/contract/esign'
import type { MessageChannel, MessageError, MessageKind } from '@agency/contract/messages'
import type { placeholders } from '@agency/messages/placeholders'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { requireFreeChannel } from './message-channels.ts'
import {
  giveUpWaitingMessages,
  insertMessage,
  listMessagesOfSession,
  lockMessageOfSession,
  rejectMessage,
  renewMessage,
} from './outbox-repository.ts'

export { forgetKey, restoredMessage, wasWrittenTo } from './outbox-repository.ts'

/** The values of a message, by the names of its placeholders. The agency's name is added when it is sent. */
type MessageValues<Kind extends MessageKind> = Readonly<Record<(typeof placeholders)[Kind][number], string>>

export interface MessageToQueue<Kind extends MessageKind> {
  kind: Kind
  channel: MessageChannel
  /** One e-mail address without a name, or a phone number as `+15550100147` (E.164). */
  to: string
  language: Language
  values: MessageValues<Kind>
  /** A personal line of staff, which follows the greeting. */
  note?: string | undefined
  sessionId?: string
  clientId?: string
  adminId?: string
  /** Names what causes the message: with the same key, it is stored once. It holds no personal data and no secret. */
  key?: string
  /** It is not sent before so many seconds are over. */
  afterSeconds?: number
}

/** The key of a message with sample values, which belongs to no record; no feature decides on it. */
export const testMessageKey = (id: string): string => `test:${id}`
export const isTestMessage = (key: string | null): boolean => key?.startsWith('test:') ?? false

export const messageContext = (id: string) => ({ table: 'outbox_messages', id, purpose: 'message' })

/**
 * A job sends it; `app.wakeOutbox()` after the transaction sends it at once. Address and values are erased in the end.
 * @returns its id, or that of the message with the same `key`
 * @throws WrongState if link and passcode of a session would take one channel
 */
export async function queueMessage<Kind extends MessageKind>(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { kind, channel, to, language, values, note, sessionId, clientId, adminId, key, afterSeconds }: MessageToQueue<Kind>,
): Promise<{ id: string }> {
  if (sessionId !== undefined) await requireFreeChannel(db, { kind, channel, sessionId })
  const id = uuid()
  const stored = await insertMessage(db, {
    id,
    kind,
    channel,
    language,
    ...contentOf(cipher, id, { channel, to, values: withNote(values, note) }),
    session_id: sessionId ?? null,
    client_id: clientId ?? null,
    admin_id: adminId ?? null,
    key: key ?? null,
    afterSeconds,
  })
  return { id: stored }
}

export const withNote = (values: Readonly<Record<string, string>>, note: string | undefined) =>
  note === undefined ? values : { ...values, note }

interface MessageContent {
  channel: MessageChannel
  to: string
  values: Readonly<Record<string, string>>
}

const contentOf = (cipher: FieldCipher, id: string, { channel, to, values }: MessageContent) => ({
  destination: maskDestination(channel, to),
  encrypted_message: cipher.encrypt(JSON.stringify({ to, values }), messageContext(id)),
})

/** Queues a given-up message again, with values of the present record. Its id stays, since nobody has received it. */
export function requeueMessage(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  id: string,
  { language, ...content }: MessageContent & { language: Language },
): Promise<void> {
  return renewMessage(db, id, { language, ...contentOf(cipher, id, content) })
}

/** Gives up what waits in a restored database, which may have been sent since. @returns the number of messages */
export const giveUpRestoredMessages = (db: Database): Promise<number> => giveUpWaitingMessages(db)

/** @returns it, unless it is marked already */
export const rejectText = (db: Database, providerId: string, error: MessageError) =>
  rejectMessage(db, providerId, error)

/** More than a session ever has. */
const mostListed = 100

/** The newest 100 messages of a session, without their content. */
export const listMessages = (db: Database, sessionId: string) => listMessagesOfSession(db, sessionId, mostListed)

export const lockMessage = (db: Transaction, of: { id: string; sessionId: string }) => lockMessageOfSession(db, of)

/** An address as staff and clients may see it: `i•••@example.com`, or the last four digits of a number. */
export const maskDestination = (channel: MessageChannel, to: string): string =>
  channel === 'email' ? to.replace(/^(.)[^@]*/u, '$1•••') : `•••${to.slice(-4)}`
