import ky, { isHTTPError, isNetworkError } from 'ky'
import { environment } from './environment.ts'
import { knownCodes, type Problem } from './problem.ts'

/** Reads are tried once more, since phones lose their network for a moment; writes never are. */
export const api = ky.create({
  prefix: environment.apiBase,
  timeout: false,
  // The API may have a host of its own, of the same site.
  credentials: 'include',
  retry: { limit: 1, methods: ['get'], delay: () => 300 },
})

/** What went wrong with a call, by the code of the answer. */
export function problemOf(error: unknown): Problem {
  if (isNetworkError(error)) return { code: 'OFFLINE', retryAfter: null }
  if (!isHTTPError(error)) return { code: 'UNKNOWN', retryAfter: null }
  const seconds = Number(error.response.headers.get('Retry-After') ?? Number.NaN)
  return { code: codeOf(error.data), retryAfter: Number.isFinite(seconds) ? seconds : null }
}

function codeOf(body: unknown): Problem['code'] {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return knownCodes.find((known) => known === code) ?? 'UNKNOWN'
}
