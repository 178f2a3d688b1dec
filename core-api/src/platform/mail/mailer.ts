/** An e-mail of ours. */
interface Mail {
  /** One address, as such. */
  to: string
  subject: string
  text: string
  /** The same for a repeated attempt, so that mail systems can tell one that came twice. */
  id: string
}

/** Sends e-mails. @throws MailNotSent */
export type Mailer = (mail: Mail) => Promise<void>

/**
 * Why a mail server did not take an e-mail: by code alone, since its own words may quote the address.
 * `permanent`: it would not take it later either.
 */
export class MailNotSent extends Error {
  readonly permanent: boolean
  /** The log shows the message of an error that has such a code. */
  readonly code: string
  constructor(reason: string, permanent: boolean, code = 'EMAIL') {
    super(`An e-mail was not sent: ${reason}`)
    this.permanent = permanent
    this.code = code
  }
}

/** Shorter than a job's lease: one that waits for a silent server must not be begun by another process. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 15_000, socketTimeout: 30_000 }
/** Refused for good (RFC 5321, § 4.2.1). */
const permanentFailure = 500

/**
 * Sends through an SMTP server.
 * @param url such as `smtps://name:password@mail.example.com`
 * @param from the sender, such as `Your Agency <office@example.com>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  return async ({ to, subject, text, id }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
    try {
      // As an object, the address is one, whatever is in it.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@reminders>` })
    } catch (error) {
      throw failureOf(error)
    } finally {
      transport.close()
    }
  }
}

function failureOf(error: unknown): MailNotSent {
  const read = (key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)
  const status = read('responseCode')
  const code = String(read('code') ?? 'EMAIL')
  if (typeof status === 'number') return new MailNotSent(`answer ${status}`, status >= permanentFailure, code)
  return new MailNotSent(code, false, code)
}
