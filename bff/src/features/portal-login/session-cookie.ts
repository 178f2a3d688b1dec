import secureSession from '@fastify/secure-session'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { CrossOrigin } from '../../platform/errors.ts'

declare module '@fastify/secure-session' {
  interface SessionData {
    /** The id of the portal session that this browser has opened. */
    portal_session_id: string
  }
}

const hours = 8

/**
 * The session cookie: encrypted, HttpOnly, SameSite=Strict. Over TLS it has the `__Host-` prefix (RFC 6265bis § 4.1.3).
 * core-api looks its session up on each request, so the session can be ended at any time.
 */
export const sessionCookie = fp(
  async (app, options: { secret: string; secure: boolean }) => {
    await app.register(secureSession, {
      key: Buffer.from(options.secret, 'base64'),
      cookieName: options.secure ? '__Host-session' : 'session',
      expiry: hours * 3600,
      cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: options.secure, maxAge: hours * 3600 },
    })
  },
  { name: 'session-cookie' },
)

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents cross-site request forgery: another site's page could make the browser send a write with our cookie. A write
 * must come from one of our own pages, by Sec-Fetch-Site, or in older browsers by Origin.
 * @param pageOrigins origins of the pages, if the API has a host of its own
 * @returns a hook that throws CrossOrigin
 */
export function requireOwnPage(pageOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.has(request.method)) return
    const { origin } = request.headers
    if (origin !== undefined && pageOrigins.includes(origin)) return
    const site = request.headers['sec-fetch-site']
    if (site !== undefined) {
      if (site === 'same-origin') return
      throw new CrossOrigin()
    }
    if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.host) throw new CrossOrigin()
  }
}
