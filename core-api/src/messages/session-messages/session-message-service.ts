import type {
  MessageChannel,
  MessageKind,
  SendSession,
  SessionMessage,
  SessionMessages,
} from '@agency/contract/messages'
import { addressFor, type Contact, getContact } from '../../clients/record/client-service.ts'
import { mustWaitForRelease, refuseOwnContactChange, requireSameContact } from '../../clients/record/contact-changes.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import type { ChannelModes } from '../../platform/mail/message-senders.ts'
import { findCarried, requireFreeChannel } from '../../platform/outbox/message-channels.ts'
import {
  listMessages,
  lockMessage,
  maskDestination,
  queueMessage,
  requeueMessage,
} from '../../platform/outbox/outbox-service.ts'
import { lastCopyDay, lastWholeDay, linkOf, nameOf } from '../../sessions/sessions/client-values.ts'
import { takeDestinations } from '../../sessions/sessions/code-destinations.ts'
import { lockWithDocuments, markHandedOver } from '../../sessions/sessions/hand-over.ts'
import { decryptPasscode } from '../../sessions/sessions/session-passcodes.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import {
  auditIdsOf,
  contactChangesOf,
  endOf,
  endOfLogin,
  findSessionOf,
  holdSend,
  wasOpened,
} from '../../sessions/sessions/session-service.ts'
import { nameOfAdmin } from '../../staff/admins/admin-service.ts'
import { readPersonalLine } from './personal-line.ts'
import { countSending } from './send-limit.ts'

export interface SendContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  publicUrl: string
  modes: ChannelModes
  /** For how many days a contact that one has changed oneself keeps one from sending there. */
  contactDays: number
}

type Reader = Pick<SendContext, 'db' | 'cipher' | 'principal' | 'modes'>

/** How a message went, in details of audit events, which are stored. */
const noun = { email: 'e-mail', text: 'text message', none: 'hand' } as const
/** Refusals, which staff read. */
export const sameChannel = 'must take another channel than the link'
export const noServer = {
  email: 'No mail server is set up, so no email would arrive. Copy the link or tell the passcode yourself.',
  text: 'No text gateway is set up, so no text message would arrive. Copy the link or tell the passcode yourself.',
} as const
const address = { email: 'email address', text: 'phone number' } as const
/** Kinds that can be made anew from the record. */
const renewable: ReadonlySet<MessageKind> = new Set(['invitation', 'passcode', 'reminder', 'last-day', 'copy'])

/** @throws NotFound */
export async function getSessionMessages(context: Reader, code: string): Promise<SessionMessages> {
  const session = await findSessionOf(context, code)
  const { db, cipher, modes } = context
  const contact = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const carries = await findCarried(db, session.id)
  const messages = await listMessages(db, session.id)
  const stateOf = (channel: MessageChannel) => {
    const to = addressFor(contact, channel)
    const stopped = channel === 'text' ? contact.textsStopped : undefined
    const state = { mode: modes[channel], to: to && maskDestination(channel, to), carries: carries[channel] }
    return stopped ? { ...state, stopped } : state
  }
  const canRetry = ({ state, kind }: Pick<SessionMessage, 'state' | 'kind'>) =>
    state === 'dead' && renewable.has(kind) && endFor(kind, session) === undefined
  return {
    messages: messages.map((message) => ({ ...message, can_retry: canRetry(message) })),
    channels: { email: stateOf('email'), text: stateOf('text') },
    language: contact.language,
    held: await heldOf(db, session),
    contact_changes: await contactChangesOf(db, session.id),
  }
}

/** Why a link or passcode of a message no longer works. The link to signed documents outlives the session. */
const endFor = (kind: MessageKind, session: SessionRow) => (kind === 'copy' ? endOfLogin(session) : endOf(session))

async function heldOf(db: Database, { held_send }: SessionRow): Promise<SessionMessages['held']> {
  return held_send && { ...held_send, by: (await nameOfAdmin(db, held_send.by)) ?? null }
}

/**
 * Whoever may not see passcodes and has changed the client's contact lately only asks for it: it waits for a release.
 * @throws NotFound; InvalidInput if both take one channel; WrongState; TooManyMessages
 */
export function sendSession(
  { call, ...context }: SendContext & Idempotent,
  code: string,
  sent: SendSession,
): Promise<SessionMessages> {
  const make = async (trx: Transaction) => void (await sendWithin({ ...context, db: trx }, code, sent))
  const read = (trx: Transaction) => getSessionMessages({ ...context, db: trx }, code)
  return createOncePerKey({ db: context.db, call }, { ids: [], make, read })
}

/** The same in the caller's transaction. @returns whether it waits for a release */
export async function sendWithin(
  context: SendContext & { db: Transaction },
  code: string,
  { link, passcode, note }: SendSession,
): Promise<boolean> {
  const { db, principal } = context
  if (link === passcode && link !== 'none') {
    throw new InvalidInput([{ field: 'passcode', message: sameChannel }])
  }
  const session = await lockSendable(context, code)
  const own = { principal, clientId: session.client_id, days: context.contactDays }
  if (!(await mustWaitForRelease(db, own))) {
    await sendNow(context, session, { link, passcode, note: readPersonalLine(context, session, note) })
    // Once more: the contact may have been changed after the first look, and before it was read.
    await refuseOwnContactChange(db, own)
    return false
  }
  if (note?.trim()) throw new WrongState(noteCannotWait)
  for (const channel of [link, passcode]) if (channel !== 'none') await recipientOf(context, session, channel)
  const at = new Date().toISOString()
  await holdSend(db, session.id, { link, passcode, at, by: principal.adminId })
  await recordUnlessArchived(db, principal, {
    action: 'session.send-held',
    ...auditIdsOf(session),
    detail: detailOf({ link, passcode }),
  })
  return true
}

/** @throws NotFound; WrongState if nothing waits, or the contact was changed since; TooManyMessages */
export function releaseSend({ call, ...context }: SendContext & Idempotent, code: string): Promise<SessionMessages> {
  const { db } = context
  const make = async (trx: Transaction) => {
    const within = { ...context, db: trx }
    const session = await lockSendable(within, code)
    if (!session.held_send) throw new WrongState('Nothing of this session waits to be sent.')
    const { at, link, passcode } = session.held_send
    // Whoever releases it has seen the contact that was meant.
    await requireSameContact(trx, session.client_id, at)
    await sendNow(within, session, { link, passcode })
  }
  const read = (trx: Transaction) => getSessionMessages({ ...context, db: trx }, code)
  return createOncePerKey({ db, call }, { ids: [], make, read })
}

const noteCannotWait =
  'You have changed this client’s contact lately, so a colleague has to release this Send. A personal line can’t wait for that: send it without one.'

const detailOf = ({ link, passcode }: Omit<SendSession, 'note'>) =>
  `link by ${noun[link]}, passcode by ${noun[passcode]}`

async function sendNow(
  context: SendContext & { db: Transaction },
  session: SessionRow,
  { link, passcode, note }: SendSession,
): Promise<void> {
  const { db, cipher, principal } = context
  await countSending({ db, cipher }, session, [link, passcode])
  if (link !== 'none') await queueOf(context, session, { kind: 'invitation', channel: link, note })
  if (passcode !== 'none') await queueOf(context, session, { kind: 'passcode', channel: passcode })
  // One-time codes go where the record said when the session was first sent; once it was opened, nothing moves them.
  if (session.sent_at === null && !(await wasOpened(db, session.id))) {
    await takeDestinations({ db, cipher }, session, { isChange: false })
  }
  await markHandedOver({ db, principal }, session)
  if (session.held_send) await holdSend(db, session.id, null)
  const detail = `${detailOf({ link, passcode })}${note === undefined ? '' : ', with a personal line'}`
  await recordUnlessArchived(db, principal, { action: 'session.sent', ...auditIdsOf(session), detail })
}

async function lockSendable(context: SendContext & { db: Transaction }, code: string): Promise<SessionRow> {
  const { id } = await findSessionOf(context, code)
  const session = await lockWithDocuments(context.db, id)
  if (endOf(session) !== undefined) throw new WrongState('This session is over. Reopen it first.')
  if (!session.encrypted_passcode) throw new WrongState('This session has no passcode. Set one first.')
  return session
}

async function queueOf(
  context: SendContext,
  session: SessionRow,
  { kind, channel, note }: { kind: 'invitation' | 'passcode'; channel: MessageChannel; note?: string | undefined },
): Promise<void> {
  const { db, cipher, principal } = context
  const { to, contact } = await recipientOf(context, session, channel)
  const ids = { sessionId: session.id, clientId: session.client_id, adminId: principal.adminId }
  const message = { channel, to, language: contact.language, ...ids }
  if (kind === 'invitation') {
    await queueMessage({ db, cipher }, { ...message, kind, note, values: linkValues(context, session, contact) })
  } else {
    await queueMessage({ db, cipher }, { ...message, kind, values: passcodeValues(context, session, contact) })
  }
}

/** @throws WrongState if the channel is not set up, or the record has no address for it */
async function recipientOf({ db, cipher, modes }: SendContext, session: SessionRow, channel: MessageChannel) {
  if (modes[channel] === 'off') throw new WrongState(noServer[channel])
  const contact = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const to = addressFor(contact, channel)
  if (channel === 'text' && contact.textsStopped)
    throw new WrongState('This number gets no text messages: the client asked for none. Send it another way.')
  if (to === null) throw new WrongState(`The client’s record has no usable ${address[channel]}.`)
  return { to, contact }
}

export const linkValues = ({ publicUrl }: Pick<SendContext, 'publicUrl'>, session: SessionRow, contact: Contact) => ({
  name: nameOf(contact),
  link: linkOf(publicUrl, session, contact.language),
  date: lastWholeDay(session, contact.language),
})

const copyValues = (context: SendContext, session: SessionRow, contact: Contact) => ({
  ...linkValues(context, session, contact),
  date: lastCopyDay(session, contact.language),
})

function passcodeValues({ cipher }: SendContext, session: SessionRow, contact: Contact) {
  const passcode = decryptPasscode(cipher, session)
  if (passcode === null) throw new WrongState('This session has no passcode. Set one first.')
  return { name: nameOf(contact), passcode }
}

function valuesFor(kind: MessageKind) {
  if (kind === 'passcode') return passcodeValues
  return kind === 'copy' ? copyValues : linkValues
}

/**
 * Sends to the present address with the present values.
 * @throws NotFound; WrongState if not given up, or the session is over
 */
export function retryMessage(
  { call, ...context }: SendContext & Idempotent,
  code: string,
  id: string,
): Promise<SessionMessages> {
  const { cipher, principal } = context
  const make = async (db: Transaction) => {
    const inTransaction = { ...context, db }
    const session = await lockSendable(inTransaction, code)
    const message = await lockMessage(db, { id, sessionId: session.id })
    if (!message) throw new NotFound()
    const { kind, channel, state } = message
    if (state !== 'dead' || !renewable.has(kind)) throw new WrongState('This message can’t be sent again.')
    if (endFor(kind, session) !== undefined) throw new WrongState('The link of this message has ended.')
    await countSending({ db, cipher }, session, [channel])
    await requireFreeChannel(db, { kind, channel, sessionId: session.id })
    const { to, contact } = await recipientOf(inTransaction, session, channel)
    await refuseOwnContactChange(db, { principal, clientId: session.client_id, days: context.contactDays })
    const values = valuesFor(kind)(inTransaction, session, contact)
    await requeueMessage({ db, cipher }, id, { channel, to, language: contact.language, values })
    const detail = `${kind} by ${noun[channel]}`
    await recordUnlessArchived(db, principal, { action: 'session.message-retried', ...auditIdsOf(session), detail })
  }
  const read = (db: Database) => getSessionMessages({ ...context, db }, code)
  return createOncePerKey({ db: context.db, call }, { ids: [], make, read })
}
