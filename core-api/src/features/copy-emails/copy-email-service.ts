import type { CopyEmail } from '@agency/contract/copy-emails'
import type { Language } from '@agency/contract/esign'
import { linkInLanguage } from '@agency/contract/page-language'
import en from '@agency/messages/copy/en.json' with { type: 'json' }
import es from '@agency/messages/copy/es.json' with { type: 'json' }
import pt from '@agency/messages/copy/pt.json' with { type: 'json' }
import { translators } from '@agency/messages/node'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { countOrRefuse } from '../../platform/rate-limit/lockout.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { type Contact, getContact } from '../clients/client-service.ts'
import { hasPacket } from '../packets/packet-service.ts'
import type { SessionRow } from '../sessions/session-repository.ts'
import { about, findSessionOf, isArchived } from '../sessions/session-service.ts'

/** The kind of the job that sends the e-mail; its subject is the session. */
export const copyEmailJob = 'copy-email'

/** Settings of these e-mails. */
export interface CopyEmailSettings {
  agencyName: string
  /** The client-facing address. */
  publicUrl: string
}

export interface CopyEmailContext {
  db: Database
  cipher: FieldCipher
  principal: SessionPrincipal
  /** Whether this deployment sends e-mails. */
  sendsMail: boolean
}

/** After the first e-mail of a session, the pause before another is 30 s and doubles, up to a day. */
const limit = { free: 1, longestWait: 24 * 3_600 }
const dayInMilliseconds = 86_400_000

/** Where the client can have the link sent. @throws NotFound for the session of another client */
export async function getCopyEmail({ db, cipher, principal, sendsMail }: CopyEmailContext, code: string) {
  const session = await findSessionOf({ db, principal }, code)
  const contact = sendsMail ? await findRecipient({ db, cipher }, session) : undefined
  return { to: contact ? mask(contact.email) : null } satisfies CopyEmail
}

/**
 * Queues the e-mail that a client asks for. It has a link, which needs the passcode, and no document.
 * @throws NotFound for the session of another client; WrongState if `getCopyEmail` names no address; TooManyAttempts
 */
export function requestCopyEmail({ db, ...context }: CopyEmailContext, code: string): Promise<CopyEmail> {
  return db.transaction().execute(async (trx) => {
    const answer = await getCopyEmail({ db: trx, ...context }, code)
    if (answer.to === null) throw new WrongState('The documents of this session can’t be sent by e-mail now.')
    const session = await findSessionOf({ db: trx, principal: context.principal }, code)
    const bucket = context.cipher.digest(JSON.stringify([copyEmailJob, session.id]))
    await countOrRefuse(trx, { bucket, ...limit })
    await requeueJob(trx, copyEmailJob, session.id)
    await recordEvent(trx, context.principal, { action: 'session.copy-requested', ...about(session) })
    return answer
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
  const { email, ...contact } = await getContact({ db, cipher }, session.client_id)
  return email === null ? undefined : { ...contact, email }
}

/** The first character and the domain of an address. */
const mask = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

const messages = translators({ en, es, pt })

/** The e-mail in the client's language: the first name, the agency and the link. */
export function copyEmailMessage({ agencyName, publicUrl }: CopyEmailSettings, session: SessionRow, contact: Contact) {
  const { language } = contact
  const t = messages[language]
  const agency = agencyName
  const name = contact.firstName?.replace(/\s+/g, ' ').trim()
  const hello = t('hello', { name: name ? ` ${name}` : '' })
  const link = linkInLanguage(`${publicUrl.replace(/\/$/, '')}/session/${session.session_code}`, language)
  const until = t('copyUntil', { date: lastWholeDay(session.expires_at, language) })
  const lines = [hello, '', t('copyReady', { agency }), '', link, '', until, '', agency]
  return { subject: t('subject', { agency }), text: lines.join('\n') }
}

/** The last day on which the session is open in every time zone of the Americas. */
function lastWholeDay(expiresAt: string, language: Language): string {
  const day = new Date(Math.max(Date.now(), Date.parse(expiresAt) - dayInMilliseconds))
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
