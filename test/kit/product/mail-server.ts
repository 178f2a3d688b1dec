import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received e-mail. */
interface ReceivedMail {
  /** When the whole message had been read, in ms since 1970. */
  at: number
  from: string
  to: string[]
  /** Headers and plain text. */
  text: string
  html: string
  attachments: { name: string; content: Buffer }[]
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Refuses the next messages with these codes, such as 451. */
  refuse(...codes: number[]): void
  /** Refuses the next recipients with these answers, such as `550 5.1.1 No such user`. */
  refuseRecipient(...answers: string[]): void
  /** Reads the next message to its end, and closes the connection without an answer. */
  dropAfterData(): void
  /** Answers no message until the returned function is called. */
  holdAnswers(): () => void
  /** Refuses connections until `comeBack`. */
  goDown(): Promise<void>
  /** Listens on the same port again. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts an SMTP server on loopback that keeps what it receives.
 * @param options.takes milliseconds from the end of a message to the answer
 */
export async function startMailServer({ takes = 0 }: { takes?: number } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  const recipientRefusals: string[] = []
  let drops = 0
  let held: Promise<void> | undefined
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const [code = '', ...words] = recipientRefusals.shift()?.split(' ') ?? []
      if (code === '') return done()
      done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
    },
    onData: async (stream, { envelope, id }, done) => {
      // Undefined if the sender was killed in the middle of the message.
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return done(new Error('The message is incomplete'))
      if (drops > 0) {
        drops -= 1
        for (const connection of server.connections) if (connection.id === id) connection.close()
        return
      }
      await held
      const responseCode = refusals.shift()
      if (responseCode) {
        // As some servers do, it quotes what it was sent.
        const quoted = readable(raw).text.replace(/\s+/g, ' ').slice(-500)
        return done(Object.assign(new Error(`Not taken: ida@example.com ${quoted}`), { responseCode }))
      }
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ at: Date.now(), from, to: envelope.rcptTo.map(({ address }) => address), ...readable(raw) })
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes))
      done()
    },
  }
  // A client that is killed resets its connection. The server tells of it, and goes on.
  const open = () => new SMTPServer(options).on('error', () => undefined)
  // One that was closed does not serve again.
  let server = open()
  const listen = (port: number) => new Promise<void>((resolve) => server.server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  await listen(0)
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: (...codes) => refusals.push(...codes),
    refuseRecipient: (...answers) => recipientRefusals.push(...answers),
    dropAfterData: () => {
      drops += 1
    },
    holdAnswers: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    goDown: close,
    comeBack: () => {
      server = open()
      return listen(address.port)
    },
    close,
  }
}

interface MailPart {
  head: string
  /** Without its transfer encoding (RFC 2045, § 6). */
  body: string
  raw: string
}

/** The parts of an e-mail that are not multipart themselves (RFC 2046, § 5.1). */
function partsOf(raw: string): MailPart[] {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const boundary = /^content-type: multipart\/[\s\S]*?boundary="?([^"\r\n;]+)/im.exec(head)?.[1]
  if (boundary === undefined) return [{ head, body: decoded(head, body), raw: body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
}

function decoded(head: string, body: string): string {
  if (/^content-transfer-encoding: base64$/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable$/im.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The headers with the plain text, the HTML, and the attached files. */
function readable(raw: string): Pick<ReceivedMail, 'text' | 'html' | 'attachments'> {
  const all = partsOf(raw)
  const isAttached = ({ head }: MailPart) => /^content-disposition: attachment/im.test(head)
  const parts = all.filter((part) => !isAttached(part))
  const html = parts.find(({ head }) => /^content-type: text\/html/im.test(head))
  const plain = parts.find((part) => part !== html)
  const attachments = all.filter(isAttached).map(({ head, raw: content }) => ({
    name: /filename="?([^"\r\n]+?)"?\r?$/m.exec(head)?.[1] ?? '',
    content: Buffer.from(content, 'base64'),
  }))
  return { text: `${raw.split('\r\n\r\n')[0]}\n\n${plain?.body ?? ''}`, html: html?.body ?? '', attachments }
}
