import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@agency/contract/errors'

interface ErrorAnswer {
  status: string
  code: ErrorCode
  message: string
}

/** Answers by error code of Node's HTTP parser. */
const answers: Record<string, ErrorAnswer> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'TIMEOUT',
    message: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'TOO_LARGE',
    message: 'The URL or the headers are too long.',
  },
}
const malformed: ErrorAnswer = {
  status: '400 Bad Request',
  code: 'INVALID_INPUT',
  message: 'Malformed HTTP request.',
}

/** How long to discard what the client still sends, in ms. Closing the connection at once would lose the answer. */
const lingerMilliseconds = 1_000

/** A malformed request reaches no route and no plugin. @param parserCode of the HTTP parser */
function answerText(parserCode: string | undefined): string {
  const { status, code, message } = answers[parserCode ?? ''] ?? malformed
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

/** For the server's `clientErrorHandler`: answers a malformed request with an error body, and closes the connection. */
export function answerMalformedRequest({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  socket.end(answerText(code))
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}
