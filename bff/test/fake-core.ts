import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PublicAgency } from '@agency/contract/agency'
import { createDecoder } from 'fast-jwt'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** The claims of the signed statement. */
  principal: Record<string, unknown>
}

interface Answer {
  status: number
  body?: object
  headers?: Record<string, string>
}

const decode = createDecoder()

/** A core-api that answers as the test says, and records its requests, but for those about the agency. */
export async function startFakeCore() {
  const received: Received[] = []
  const agency: PublicAgency = {
    name: 'Harbor Lane',
    phone: '(305) 555-0100',
    website: 'https://www.example.com',
    logo: null,
    theme: null,
  }
  let answer: (request: Received) => Answer | 'cut off' = () => ({ status: 200, body: {} })
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const statement = headers['x-principal']
    const principal = typeof statement === 'string' ? decode(statement) : {}
    const entry = { method, url, headers, body: await text(request), principal }
    if (url === '/agency') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(agency))
      return
    }
    received.push(entry)
    const given = answer(entry)
    if (given === 'cut off') return response.destroy()
    const { status, body, headers: extra } = given
    response.writeHead(status, { 'content-type': 'application/json', ...extra })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** What it says of the agency. */
    agency,
    answerWith(next: typeof answer) {
      answer = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
