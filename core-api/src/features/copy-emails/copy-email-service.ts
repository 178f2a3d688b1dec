import type { CopyEmail } from '@agency/contract/copy-emails'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { countOrRefuse } from '../../platform/rate-limit/lockout.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { type Contact, getContact } from '../clients/client-service.ts'
import { mayCarryLink } from '../outbox/message-channels.ts'
import { maskDestination, queueMessage } from '../outbox/outbox-service.ts'
import { hasPacket, packetSize } from '../packets/packet-service.ts'
import { lastWholeDay, linkOf, nameOf } from '../sessions/client-values.ts'
import type { SessionRow } from '../sessions/session-repository.ts'
import { auditIdsOf, findSessionOf, isArchived, isContactUnvouched } from '../sessions/session-service.ts'

export interface CopyEmailContext {
  db: Database
  cipher: FieldCipher
  principal: SessionPrincipal
  /** Whether this deployment sends e-mails. */
  sendsMail: boolean
  /** Whether the documents are attached, as long as they are small enough. */
  attaches: boolean
  /** The client-facing address. */
  publicUrl: string
}

/** In bytes. Attachments grow by a third in an e-mail, and many servers take 20 MB. */
const mostAttached = 10 * 2 ** 20
/** After the first e-mail of a session, the pause before another is 30 s and doubles, up to a day. */
const limit = { free: 1, longestWait: 24 * 3_600 }

/**
 * Whether a copy has the documents attached. A session with larger ones gets the link, which needs the passcode. So does one
 * whose client's contact was lately changed by staff who may not open documents.
 */
export const isAttachable = async (db: Database, sessionId: string): Promise<boolean> =>
  (await packetSize(db, sessionId)) <= mostAttached && !(await isContactUnvouched(db, sessionId))

/** Where the client can have a copy sent. @throws NotFound for the session of another client */
export async function getCopyEmail(
  { db, cipher, principal, sendsMail, attaches }: Omit<CopyEmailContext, 'publicUrl'>,
  code: string,
) {
  const session = await findSessionOf({ db, principal }, code)
  const contact = sendsMail ? await findRecipient({ db, cipher }, session) : undefined
  if (!contact) return { to: null, attached: false } satisfies CopyEmail
  return copyTo({ db, attaches }, session, contact)
}

const copyTo = async (
  { db, attaches }: Pick<CopyEmailContext, 'db' | 'attaches'>,
  session: SessionRow,
  { email }: Recipient,
): Promise<CopyEmail> => ({
  to: maskDestination('email', email),
  attached: attaches && (await isAttachable(db, session.id)),
})

/**
 * Queues the e-mail that a client asks for. It has a link, which needs the passcode, or the documents: which of both is
 * decided when it is sent.
 * @throws NotFound for the session of another client; WrongState if `getCopyEmail` names no address; TooManyAttempts
 */
export function requestCopyEmail({ db, ...context }: CopyEmailContext, code: string): Promise<CopyEmail> {
  const { cipher, principal, publicUrl, sendsMail, attaches } = context
  return db.transaction().execute(async (trx) => {
    const session = await findSessionOf({ db: trx, principal }, code)
    const recipient = sendsMail ? await findRecipient({ db: trx, cipher }, session) : undefined
    if (!recipient) throw new WrongState('The documents of this session can’t be sent by email now.')
    await countOrRefuse(trx, { bucket: cipher.digest(JSON.stringify(['copy-email', session.id])), ...limit })
    const { email: to, language } = recipient
    await queueMessage(
      { db: trx, cipher },
      {
        kind: 'copy',
        channel: 'email',
        to,
        language,
        values: {
          name: nameOf(recipient),
          link: linkOf(publicUrl, session, language),
          date: lastWholeDay(session, language),
        },
        sessionId: session.id,
        clientId: session.client_id,
      },
    )
    await recordEvent(trx, principal, { action: 'session.copy-requested', ...auditIdsOf(session) })
    return copyTo({ db: trx, attaches }, session, recipient)
  })
}

type Recipient = Contact & { email: string }

/** The client of a session, if its documents are all sealed and it has an address. */
export async function findRecipient(
  { db, cipher }: Pick<CopyEmailContext, 'db' | 'cipher'>,
  session: SessionRow,
): Promise<Recipient | undefined> {
  if (session.status !== 'completed' || isArchived(session)) return
  if (!session.encrypted_passcode || !(await hasPacket(db, session.id))) return
  if (!(await mayCarryLink(db, session.id, 'email'))) return
  const { email, ...contact } = await getContact({ db, cipher }, session.client_id)
  return email === null ? undefined : { ...contact, email }
}
