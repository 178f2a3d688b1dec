import { idempotencyKeyHeader, idempotentMethods } from '@agency/contract/idempotency'
import type { FastifyRequest } from 'fastify'

/** No connection was made, so nothing was sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** The connection broke before an answer. core-api may have carried out the call. */
const cutOffCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'])

/** CoreWatch has ended the call: core-api accepts connections and does not answer. It may carry out the call later. */
const hungCode = 'CORE_HUNG'

type ConnectionFailure = 'not sent' | 'cut off' | 'hung'

/** @returns undefined for others, such as a time-out: core-api is not marked down for it */
export function connectionFailure(error: unknown): ConnectionFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (notSentCodes.has(code)) return 'not sent'
    if (cutOffCodes.has(code)) return 'cut off'
    if (code === hungCode) return 'hung'
  }
  return undefined
}

/** Whether a repeated call has the same effect as one: by its method, or because it has an Idempotency-Key. */
const isIdempotent = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  idempotentMethods.has(method) || headers[idempotencyKeyHeader] !== undefined

/** Whether it was not sent, or is idempotent. No answer is ever retried, whatever its status (docs/retry-policy.md). */
export const mayFailOver = (
  failure: ConnectionFailure | undefined,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
): boolean => failure === 'not sent' || (failure !== undefined && isIdempotent(request))
