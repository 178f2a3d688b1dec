import type { FastifyRequest } from 'fastify'
import { CrossOrigin } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Judges by Sec-Fetch-Site, else Origin; programs send neither. @param pageOrigins of an API with its own host */
function senderOf({ headers, host }: FastifyRequest, pageOrigins: readonly string[]): 'own' | 'other' | 'unknown' {
  const { origin } = headers
  if (origin !== undefined && pageOrigins.includes(origin)) return 'own'
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'other'
  if (origin === undefined) return 'unknown'
  return URL.canParse(origin) && new URL(origin).host === host ? 'own' : 'other'
}

/**
 * Prevents CSRF where a cookie is the login: a write must come from our own pages.
 * @returns a hook; throws CrossOrigin
 */
export function requireOwnPage(pageOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!safeMethods.has(request.method) && senderOf(request, pageOrigins) !== 'own') throw new CrossOrigin()
  }
}

/** Login CSRF: another site's form would replace this browser's cookie; programs may call. @returns a hook */
export function refuseOtherPages(pageOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!safeMethods.has(request.method) && senderOf(request, pageOrigins) === 'other') throw new CrossOrigin()
  }
}
