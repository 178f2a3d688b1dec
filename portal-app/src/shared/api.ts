import { NoAnswerError } from '@agency/http-client/patient-read'
import { repeatedCalls } from '@agency/http-client/repeated-call'
import ky, { isHTTPError, isNetworkError } from 'ky'
import { environment } from './environment.ts'
import { knownCodes, type Problem } from './problem.ts'

/**
 * A call that got no answer is sent again, since phones lose their network for a moment, and a replica that answers may
 * have just been replaced.
 */
const { prepare, send } = repeatedCalls(() => 300)

export const api = ky.create({
  prefix: environment.apiBase,
  timeout: false,
  // The API may have a host of its own, of the same site.
  credentials: 'include',
  retry: 0,
  fetch: send,
  hooks: { beforeRequest: [prepare] },
})

const outOfReach = [502, 503, 504]

/** Whether a call got no answer: no network, or nobody behind the proxy. What was asked for may have happened all the same. */
export function isUnanswered(error: unknown): boolean {
  return isLost(error) || (isHTTPError(error) && outOfReach.includes(error.response.status))
}

const isLost = (error: unknown): boolean => isNetworkError(error) || error instanceof NoAnswerError

/** What went wrong with a call, by the code of the answer. */
export function problemOf(error: unknown): Problem {
  if (isLost(error)) return { code: 'OFFLINE', retryAfter: null }
  if (!isHTTPError(error)) return { code: 'UNKNOWN', retryAfter: null }
  const seconds = Number(error.response.headers.get('Retry-After') ?? Number.NaN)
  return { code: codeOf(error.data), retryAfter: Number.isFinite(seconds) ? seconds : null }
}

function codeOf(body: unknown): Problem['code'] {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return knownCodes.find((known) => known === code) ?? 'UNKNOWN'
}
