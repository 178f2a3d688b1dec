import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A text message that the gateway took. */
interface TakenText {
  sid: string
  to: string
  text: string
  idempotencyKey: string | undefined
}

export interface TextGatewayServer {
  /** Settings of core-api for this gateway. */
  settings: Record<string, string>
  received: TakenText[]
  /** Refuses the next messages with these statuses and codes, such as `[400, 21211]`. */
  refuse(...answers: [status: number, code: number][]): void
  /** A report about a message, as the gateway signs it for an address. */
  report(statusUrl: string, values: Record<string, string>): { payload: string; headers: Record<string, string> }
  close(): Promise<void>
}

const token = 'the token of a gateway on loopback'

/** Starts a text message gateway on loopback, of the shape of Twilio's API, that keeps what it takes. */
export async function startTextGateway(): Promise<TextGatewayServer> {
  const received: TakenText[] = []
  const refusals: [number, number][] = []
  let taken = 0
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const [status = 201, code = 0] = refusals.shift() ?? []
    response.writeHead(status, { 'content-type': 'application/json' })
    if (status >= 400)
      return response.end(JSON.stringify({ code, message: `Not taken: ${form.get('To')} ${form.get('Body')}` }))
    taken += 1
    const sid = `SM${taken}`
    const key = request.headers['idempotency-key']
    received.push({
      sid,
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      idempotencyKey: typeof key === 'string' ? key : undefined,
    })
    response.end(JSON.stringify({ sid, status: 'queued' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return {
    settings: {
      TEXT_GATEWAY_URL: `http://127.0.0.1:${address.port}/Messages.json`,
      TEXT_GATEWAY_ACCOUNT: 'AC1',
      TEXT_GATEWAY_TOKEN: token,
      TEXT_FROM: '+15550100100',
    },
    received,
    refuse: (...answers) => refusals.push(...answers),
    report: (statusUrl, values) => {
      const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
      const content = statusUrl + sorted.map((pair) => pair.join('')).join('')
      const signature = createHmac('sha1', token).update(content).digest('base64')
      const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' }
      return { payload: new URLSearchParams(values).toString(), headers }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
