import { isLost, readErrorAnswer } from '@agency/http-client/call-error'
import { createHttpClient } from '@agency/http-client/http-client'
import { errorCode } from '@agency/http-client/retry-policy'
import { environment } from './environment.ts'
import { knownProblem, type Problem } from './problem.ts'

/** The HTTP client of the portal. Calls carry the session's cookie; the API may have a host of its own, of the same site. */
export const api = createHttpClient({ prefix: environment.apiBase, credentials: 'include' })

export function problemOf(error: unknown): Problem {
  if (isLost(error)) return { code: 'OFFLINE', retryAfter: null }
  const answer = readErrorAnswer(error)
  if (answer === null) return { code: 'UNKNOWN', retryAfter: null }
  return { code: knownProblem(errorCode(answer.body)), retryAfter: answer.retryAfter }
}
