import type { CopyEmail } from '@agency/contract/copy-emails'
import type { MessageChannel } from '@agency/contract/messages'
import { addressFor, type Contact, getContact } from '../../clients/record/client-service.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { countOrRefuse } from '../../platform/limits/lockout.ts'
import type { ChannelModes } from '../../platform/mail/message-senders.ts'
import { mayCarryLink } from '../../platform/outbox/message-channels.ts'
import { maskDestination, queueMessage } from '../../platform/outbox/outbox-service.ts'
import { lastCopyDay, linkOf, nameOf } from '../../sessions/sessions/client-values.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import {
  auditIdsOf,
  findSessionById,
  findSessionOf,
  isArchived,
  isContactUnvouched,
  keepCopyUntil,
} from '../../sessions/sessions/session-service.ts'
import { hasPacket, packetSize } from '../../signing/packets/packet-service.ts'

export interface CopyEmailContext {
  db: Database
  cipher: FieldCipher
  principal: SessionPrincipal
  sendsMail: boolean
  attaches: boolean
  publicUrl: string
}

const dayInMilliseconds = 86_400_000
/** In bytes. Attachments grow by a third in an e-mail, and many servers take 20 MB. */
const mostAttached = 10 * 2 ** 20
/** After the first e-mail of a session, the pause before another is 30 s and doubles, up to a day. */
const limit = { free: 1, longestWait: 24 * 3_600 }

/** Refuses large documents, and contacts changed by staff who may not open documents: the link needs the passcode. */
export const isAttachable = async (db: Database, sessionId: string): Promise<boolean> =>
  (await packetSize(db, sessionId)) <= mostAttached && !(await isContactUnvouched(db, sessionId))

/** Where the client can have a copy sent. @throws NotFound for the session of another client */
export async function getCopyEmail(
  { db, cipher, principal, sendsMail, attaches }: Omit<CopyEmailContext, 'publicUrl'>,
  code: string,
) {
  const session = await findSessionOf({ db, principal }, code)
  const recipient = sendsMail ? await findRecipient({ db, cipher }, session, 'email') : undefined
  if (!recipient) return { to: null, attached: false } satisfies CopyEmail
  return copyTo({ db, attaches }, session, recipient)
}

const copyTo = async (
  { db, attaches }: Pick<CopyEmailContext, 'db' | 'attaches'>,
  session: SessionRow,
  { to }: Recipient,
): Promise<CopyEmail> => ({
  to: maskDestination('email', to),
  attached: attaches && (await isAttachable(db, session.id)),
})

/** Link or attachment is decided when it is sent. @throws NotFound; WrongState without an address; TooManyAttempts */
export function requestCopyEmail({ db, ...context }: CopyEmailContext, code: string): Promise<CopyEmail> {
  const { cipher, principal, publicUrl, sendsMail, attaches } = context
  return db.transaction().execute(async (trx) => {
    const session = await findSessionOf({ db: trx, principal }, code)
    const recipient = sendsMail ? await findRecipient({ db: trx, cipher }, session, 'email') : undefined
    if (!recipient) throw new WrongState('The documents of this session can’t be sent by email now.')
    await countOrRefuse(trx, { bucket: cipher.digest(JSON.stringify(['copy-email', session.id])), ...limit })
    await queueCopy({ db: trx, cipher, publicUrl }, session, recipient)
    await recordEvent(trx, principal, { action: 'session.copy-requested', ...auditIdsOf(session) })
    return copyTo({ db: trx, attaches }, session, recipient)
  })
}

interface Recipient {
  contact: Contact
  channel: MessageChannel
  to: string
}

/** The client of a session on a channel, if its documents are all sealed and the channel may carry the link. */
export async function findRecipient(
  { db, cipher }: Pick<CopyEmailContext, 'db' | 'cipher'>,
  session: SessionRow,
  channel: MessageChannel,
): Promise<Recipient | undefined> {
  if (session.status !== 'completed' || isArchived(session)) return
  if (!session.encrypted_passcode || !(await hasPacket(db, session.id))) return
  if (!(await mayCarryLink(db, session.id, channel))) return
  const contact = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const to = addressFor(contact, channel)
  return to === null ? undefined : { contact, channel, to }
}

/** @param key for one that is sent once */
async function queueCopy(
  { db, cipher, publicUrl }: Pick<CopyEmailContext, 'db' | 'cipher' | 'publicUrl'>,
  session: SessionRow,
  { contact, channel, to }: Recipient,
  key?: string,
): Promise<void> {
  const { language } = contact
  const values = {
    name: nameOf(contact),
    link: linkOf(publicUrl, session, language),
    date: lastCopyDay(session, language),
  }
  const message = { kind: 'copy', channel, to, language, values } as const
  const ids = { sessionId: session.id, clientId: session.client_id }
  await queueMessage({ db, cipher }, { ...message, ...ids, ...(key === undefined ? {} : { key }) })
}

interface SignedCopySettings {
  publicUrl: string
  modes: ChannelModes
  /** For which the link works; 0: no copy is sent. */
  days: number
}

/**
 * Sends a copy once per completion, by e-mail, else by text; its link works for `days`.
 * @returns whether it was queued
 */
export function sendSignedCopy(
  { db, cipher, publicUrl, modes, days }: SignedCopySettings & Pick<CopyEmailContext, 'db' | 'cipher'>,
  sessionId: string,
): Promise<boolean> {
  if (days === 0) return Promise.resolve(false)
  return db.transaction().execute(async (trx) => {
    const found = await findSessionById(trx, sessionId)
    // Another document may have been attached since.
    if (!found?.submitted_at || found.status !== 'completed') return false
    const until = new Date(Date.parse(found.submitted_at) + days * dayInMilliseconds).toISOString()
    await keepCopyUntil(trx, sessionId, until)
    const session = { ...found, copy_ends_at: until }
    for (const channel of ['email', 'text'] as const) {
      const recipient =
        modes[channel] === 'off' ? undefined : await findRecipient({ db: trx, cipher }, session, channel)
      if (!recipient) continue
      await queueCopy({ db: trx, cipher, publicUrl }, session, recipient, `copy:${sessionId}:${found.submitted_at}`)
      return true
    }
    return false
  })
}
