import { createHash } from 'node:crypto'
import fastifyJwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { SessionExpired } from '../../platform/errors.ts'

const issuer = 'bff'
const audience = 'admin-app'

declare module 'fastify' {
  interface FastifyInstance {
    issueAdminToken(login: { id: string; expires_at: string }, device?: string): string
    /** @throws SessionExpired if it is invalid, or is used for too long without the cookie of its browser */
    readAdminToken(request: FastifyRequest): string | undefined
  }
}

/** Seconds in which a browser's token works without the browser's cookie. */
const aloneSeconds = 10 * 60

interface Claims {
  sub: string
  iat: number
  /** SHA-256 of the device that the token is bound to. */
  device?: string
}

const hashOf = (device: string): string => createHash('sha256').update(device).digest('base64url')

interface TokenOptions {
  secret: string
  readDevice: (request: FastifyRequest) => string | undefined
}

/**
 * HS256 (RFC 7519). Local storage, as specified, is readable by script: ten minutes after login, a browser's token
 * needs a cookie that script cannot read. Tokens of scripts are not bound.
 */
export const adminTokens = fp(
  async (app, options: TokenOptions) => {
    await app.register(fastifyJwt, {
      secret: Buffer.from(options.secret, 'base64'),
      namespace: 'admin',
      sign: { algorithm: 'HS256', iss: issuer, aud: audience },
      verify: {
        algorithms: ['HS256'],
        allowedIss: issuer,
        allowedAud: audience,
        // Without this the library accepts a token that lacks a claim, even if its values are restricted.
        requiredClaims: ['aud', 'exp', 'iat', 'iss', 'sub'],
      },
    })

    app.decorate('issueAdminToken', ({ id, expires_at }: { id: string; expires_at: string }, device?: string) => {
      const exp = Math.floor(Date.parse(expires_at) / 1000)
      return app.jwt.admin.sign({ sub: id, exp, ...(device === undefined ? {} : { device: hashOf(device) }) })
    })
    const isElsewhere = (request: FastifyRequest, { device, iat }: Claims): boolean => {
      if (device === undefined || Date.now() / 1000 - iat < aloneSeconds) return false
      const own = options.readDevice(request)
      return own === undefined || hashOf(own) !== device
    }
    const readClaims = (token: string): Claims => {
      try {
        return app.jwt.admin.verify<Claims>(token)
      } catch (cause) {
        throw new SessionExpired({ cause })
      }
    }
    app.decorate('readAdminToken', (request: FastifyRequest) => {
      const { authorization } = request.headers
      if (authorization === undefined) return undefined
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
      const claims = readClaims(token ?? '')
      if (isElsewhere(request, claims)) {
        request.log.warn('a staff token was used without the cookie of its browser')
        throw new SessionExpired()
      }
      return claims.sub
    })
  },
  { name: 'admin-tokens', dependencies: ['principal-statements'] },
)
