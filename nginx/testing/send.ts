import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
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

/** Sends a request to a port of loopback, word by word, as a browser never would. */
export async function send(port: number, message: Message): Promise<Answer> {
  const { host, path, method = 'GET', headers, body, from } = message
  const localAddress = from ?? '127.0.0.1'
  const call = request({ port, host: '127.0.0.1', localAddress, path, method, headers: { ...headers, host } })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
    call.end(body)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, content: await buffer(response) }
}

/** The text of an answer. */
export const textOf = ({ content }: Answer): string => content.toString('utf8')
