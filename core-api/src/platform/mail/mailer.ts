/** An e-mail to send. */
interface Mail {
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  /** For the Message-ID: the same in a repeated attempt, so that mail systems can remove duplicates. */
  id: string
}

/** Sends e-mails. @throws MailNotSent */
export type Mailer = (mail: Mail) => Promise<void>

/**
 * The server refused an e-mail. The message has only its code, since its text may quote the address.
 * `permanent`: it will also refuse it later.
 */
export class MailNotSent extends Error {
  readonly permanent: boolean
  /** The log shows messages only of errors with a code. */
  readonly code: string
  constructor(reason: string, permanent: boolean, code = 'EMAIL') {
    super(`An e-mail was not sent: ${reason}`)
    this.permanent = permanent
    this.code = code
  }
}

/** Shorter than the lease of a job, so that no other process claims it during a time-out. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 15_000, socketTimeout: 30_000 }
/** From this code on, a refusal is permanent (RFC 5321, § 4.2.1). */
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
      // As an object, the text is one address, whatever it contains.
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
