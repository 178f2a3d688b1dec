import secureSession from '@fastify/secure-session'
import fp from 'fastify-plugin'

declare module '@fastify/secure-session' {
  interface SessionData {
    portal_session_id: string
  }
}

const hours = 8

/** Encrypted, SameSite=Strict; over TLS `__Host-` (RFC 6265bis § 4.1.3). core-api can end the session at any time. */
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
