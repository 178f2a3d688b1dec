import type { FastifyRequest } from 'fastify'
import { CrossOrigin } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whose page sends a request, by Sec-Fetch-Site, or in older browsers by Origin. Programs that are no browsers send
 * neither.
 * @param pageOrigins origins of the own pages, if the API has a host of its own
 */
function senderOf({ headers, host }: FastifyRequest, pageOrigins: readonly string[]): 'own' | 'other' | 'unknown' {
  const { origin } = headers
  if (origin !== undefined && pageOrigins.includes(origin)) return 'own'
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'other'
  if (origin === undefined) return 'unknown'
  return URL.canParse(origin) && new URL(origin).host === host ? 'own' : 'other'
}

/**
 * Prevents cross-site request forgery where a cookie is the login: another site's page could make the browser send a
 * write with it. A write must come from one of our own pages.
 * @returns a hook that throws CrossOrigin
 */
export function requireOwnPage(pageOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!safeMethods.has(request.method) && senderOf(request, pageOrigins) !== 'own') throw new CrossOrigin()
  }
}

/**
 * Prevents cross-site request forgery where an answer sets a cookie, and programs that are no browsers call too: the
 * form of another site's page would replace the cookie of this browser.
 * @returns a hook that throws CrossOrigin
 */
export function refuseOtherPages(pageOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!safeMethods.has(request.method) && senderOf(request, pageOrigins) === 'other') throw new CrossOrigin()
  }
}
