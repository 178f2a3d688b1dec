import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: string
}

export interface FakeUpstream {
  address: string
  /** What has come, in order, once its body was read. */
  received: Received[]
  stop(): Promise<void>
}

type Answering = (request: Received, response: ServerResponse, count: number) => void

const answerOk: Answering = (_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{}')
}

async function record(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers, rawHeaders } = request
  return { method, url, headers, rawHeaders, body: await text(request) }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return `127.0.0.1:${address.port}`
}

/**
 * Stands behind a router in the place of a part, believes every byte, and remembers what has come.
 * @param answering makes the answer; `count` tells how many have come with this one
 */
export async function startFakeUpstream(answering: Answering = answerOk, port = 0): Promise<FakeUpstream> {
  const received: Received[] = []
  const server = createServer({ insecureHTTPParser: true }, async (request, response) => {
    const entry = await record(request).catch(() => undefined)
    if (entry) answering(entry, response, received.push(entry))
  })
  const address = await listen(server, port)
  return {
    address,
    received,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
