import type { MessageError } from '@agency/contract/messages'
import { MessageNotSent } from './message-not-sent.ts'
import type { Attachment, Sender } from './message-sender.ts'

export interface Mail {
  /** One address, without a name. */
  to: string
  /** Its parts stand instead of those of the mail server's settings. */
  sender?: Sender | undefined
  subject: string
  text: string
  html?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  attachments?: readonly Attachment[] | undefined
  /** For the Message-ID: the same in a repeated attempt, so that mail systems can remove duplicates. */
  id: string
}

/** Sends e-mails. It resolves once the server has taken the e-mail. @throws MessageNotSent */
export type Mailer = (mail: Mail) => Promise<void>

/** In ms: long enough for a busy server, short enough for staff who wait (RFC 5321, § 4.5.3.2, allows more). */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 15_000, socketTimeout: 30_000 }
/** For the whole of a message, so that a server which answers byte by byte does not hold it for ever. */
const longestSend = 180_000
/** From this code on, a refusal is permanent (RFC 5321, § 4.2.1). */
const permanentFailure = 500

/** The parts of a sender such as `Harbor Lane <office@agency.example>`. */
export function senderOf(from: string): Sender {
  const [, name = '', bracketed] = /^(.*?)<([^<>]*)>\s*$/.exec(from) ?? []
  const clean = (text: string) => text.replaceAll('"', '').trim() || null
  return { name: clean(name), address: clean(bracketed ?? from) }
}

/** The sender of a message, with what it lacks from the mail server's settings. */
function senderFor(from: string, sender: Sender | undefined): { name: string; address: string } {
  const own = senderOf(from)
  return { name: sender?.name ?? own.name ?? '', address: sender?.address ?? own.address ?? '' }
}

export const composed = (from: string, { to, sender, subject, text, html, headers, attachments = [], id }: Mail) => ({
  from: senderFor(from, sender),
  // As an object, the text is one address, whatever it contains.
  to: { name: '', address: to },
  subject,
  text,
  // The logo is a `data:` URL, which mail programs show as an attachment alone.
  ...(html === undefined ? {} : { html, attachDataUrls: true }),
  attachments: [...attachments],
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  messageId: `<${id}@${hostOf(sender?.address ?? from)}>`,
})

const hostOf = (from: string): string => from.replace(/^.*@/, '').replace(/>.*$/, '')

/** @param url such as `smtps://name:password@mail.example.com` @param from such as `Agency <office@agency.example>` */
export function smtpMailer(url: string, from: string): Mailer {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
    const signal = AbortSignal.timeout(longestSend)
    let isHandedOver = false
    transport.use('stream', ({ message }, done) => {
      const open = message.createReadStream.bind(message)
      // The body is read to its end only after the server has answered DATA. From then on it may have the message.
      message.createReadStream = (options) =>
        open(options).once('end', () => {
          isHandedOver = true
        })
      done()
    })
    try {
      await transport.sendMail({ ...composed(from, mail), signal })
    } catch (error) {
      throw failureOf(error, { isHandedOver, isLate: signal.aborted })
    } finally {
      transport.close()
    }
  }
}

function failureOf(error: unknown, when: { isHandedOver: boolean; isLate: boolean }): MessageNotSent {
  const read = (key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)
  const code = String(read('code') ?? 'EMAIL')
  const status = read('responseCode')
  if (code === 'EAUTH') return new MessageNotSent('login-refused', { permanent: false, detail: code })
  if (typeof status === 'number') {
    const permanent = status >= permanentFailure
    const reason = permanent ? refusalOf(status, String(read('response')), read('command') === 'RCPT TO') : 'busy'
    return new MessageNotSent(reason, { permanent, detail: `answer ${status}` })
  }
  if (when.isHandedOver) return new MessageNotSent('unconfirmed', { permanent: false, detail: 'no answer after DATA' })
  const reason = when.isLate || code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
  return new MessageNotSent(reason, { permanent: false, detail: code })
}

/** Reads the enhanced status code (RFC 3463, § 3.2 and 3.3), else the code of the answer to RCPT TO. */
function refusalOf(status: number, response: string, ofRecipient: boolean): MessageError {
  if (/\b5\.1\.\d/.test(response)) return 'mailbox-unknown'
  if (/\b5\.2\.2\b/.test(response) || status === 552) return 'mailbox-full'
  return ofRecipient && [550, 551, 553].includes(status) ? 'mailbox-unknown' : 'refused'
}
