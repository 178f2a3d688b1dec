import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { CoreProxy } from '@agency/test-kit/product/routed-product'
import { freePort } from '../../scripts/product.ts'

/** Another version of core-api, made from this one by what it does differently on the wire. */
interface Differences {
  /** Changes what a caller's headers are. */
  headers?(headers: IncomingHttpHeaders): IncomingHttpHeaders
  /** Changes what is answered, where that is JSON. */
  body?(value: unknown): unknown
  /** Answers to routes that this core does not have, by path. */
  routes?: Readonly<Record<string, unknown>>
}

async function forward(core: string, differences: Differences, incoming: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/', headers } = incoming
  const own = differences.routes?.[url]
  if (own !== undefined) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(own))
    return
  }
  const call = request(new URL(url, core), { method, headers: differences.headers?.(headers) ?? headers })
  incoming.pipe(call)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
  })
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
  const whole = await buffer(answer)
  const content =
    isJson && differences.body && whole.length > 0
      ? Buffer.from(JSON.stringify(differences.body(JSON.parse(whole.toString()))))
      : whole
  const { 'transfer-encoding': _chunked, ...kept } = answer.headers
  response.writeHead(answer.statusCode ?? 500, { ...kept, 'content-length': content.length }).end(content)
}

/** Puts another version of core-api in front of the one at an address. */
export async function standBetween(core: string, differences: Differences): Promise<CoreProxy> {
  const port = await freePort()
  const server = createServer((incoming, response) => {
    forward(core, differences, incoming, response).catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a newer core might answer: every object has one field more. */
export function withOneFieldMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOneFieldMore)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withOneFieldMore(inner)] as const)
  return { ...Object.fromEntries(entries), added_by_a_newer_core: { since: [1] } }
}
