import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@agency/contract/errors'

interface Refusal {
  status: string
  code: ErrorCode
  message: string
}

/** What Node's HTTP parser gives up on, by its error codes. */
const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'TIMEOUT',
    message: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'TOO_LARGE',
    message: 'The address or the headers are too long.',
  },
}
const notHttp: Refusal = { status: '400 Bad Request', code: 'INVALID_INPUT', message: 'This is not HTTP/1.1.' }

/** How long what is still being sent is read and thrown away: a connection closed on it would lose the answer. */
const lingering = 1_000

/**
 * The whole answer, head and body, to bytes that made no request; no route and no plugin will ever see them.
 * @param parserCode what the HTTP parser says is wrong
 */
function answerUnreadable(parserCode: string | undefined): string {
  const { status, code, message } = refusals[parserCode ?? ''] ?? notHttp
  const body = JSON.stringify({ code, message } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** For the server's `clientErrorHandler`: says what is wrong with a request that could not be read, and ends the connection. */
export function refuseConnection({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  socket.end(answerUnreadable(code))
  setTimeout(() => socket.destroy(), lingering).unref()
}
