import { idempotencyKeyHeader } from '@agency/contract/idempotency'
import type { FastifyRequest } from 'fastify'

/** Errors of a connection that was never there: nothing of the call has left this service. */
const neverSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Errors of a connection that was cut: the call may have been carried out, with its answer lost. */
const cutOff = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'])
/** Done twice is as done once (RFC 9110 § 9.2.2). core-api's PATCH sets values, so it is one of them. */
const idempotent = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])

/** Whether a call that was cut off may be sent again: a POST when its sender has given it a key. */
export const isRepeatable = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  idempotent.has(method) || headers[idempotencyKeyHeader] !== undefined

/** What went wrong on the way to a core-api; undefined when it was not their connection. */
export function connectionTrouble(error: unknown): 'never sent' | 'cut off' | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (neverSent.has(code)) return 'never sent'
    if (cutOff.has(code)) return 'cut off'
  }
  return undefined
}
