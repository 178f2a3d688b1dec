import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A received e-mail. */
interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body, with the body's transfer encoding taken off. */
  text: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Refuses the next messages with these codes, such as 451. */
  refuse(...codes: number[]): void
  close(): Promise<void>
}

/** Starts an SMTP server on loopback that keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const raw = await text(stream)
      const responseCode = refusals.shift()
      if (responseCode) return done(Object.assign(new Error('Not taken: ida@example.com'), { responseCode }))
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: readable(raw) })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: (...codes) => refusals.push(...codes),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Quoted-printable and base64 bodies (RFC 2045, § 6) decoded to text. */
function readable(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64$/im.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString()}`
  if (!/^content-transfer-encoding: quoted-printable$/im.test(head)) return raw
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString()}`
}
