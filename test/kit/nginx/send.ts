import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Message {
  /** The Host header. */
  host: string
  /** Sent as it is: no dot segment resolved, nothing decoded. */
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** The caller's own address on loopback. */
  from?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  content: Buffer
}

export type Send = (port: number, message: Message) => Promise<Answer>

const optionsOf = (port: number, { host, path, method = 'GET', headers, from = '127.0.0.1' }: Message) =>
  ({ port, host: '127.0.0.1', localAddress: from, path, method, headers: { ...headers, host } }) as const

async function answerOf(call: ReturnType<typeof request>, body: Message['body']): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
    call.end(body)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, content: await buffer(response) }
}

const agent = new Agent()

/** Sends a request to a port of loopback exactly as given, without normalising its path. */
export const send: Send = (port, message) => answerOf(request({ ...optionsOf(port, message), agent }), message.body)

const tlsAgent = new TlsAgent({ keepAlive: true, rejectUnauthorized: false })

/** The name for SNI: an address has none (RFC 6066 § 3). */
function serverNameOf(host: string): string {
  const name = host.replace(/:\d+$/, '').replace(/\.$/, '')
  return isIP(name) || name.startsWith('[') ? '' : name
}

/**
 * The same over TLS. Any certificate is accepted. A GET on a kept-alive connection that the server closes meanwhile is
 * sent again, as browsers do (RFC 9112, 9.3.1): a reload of nginx closes all that are idle.
 */
export const sendTls: Send = async (port, message) => {
  const options = { ...optionsOf(port, message), servername: serverNameOf(message.host) }
  const call = tlsRequest({ ...options, agent: tlsAgent })
  try {
    return await answerOf(call, message.body)
  } catch (error) {
    if (!call.reusedSocket || options.method !== 'GET') throw error
    return answerOf(tlsRequest({ ...options, agent: false, rejectUnauthorized: false }), message.body)
  }
}

/** The text of an answer. */
export const textOf = ({ content }: Answer): string => content.toString('utf8')
