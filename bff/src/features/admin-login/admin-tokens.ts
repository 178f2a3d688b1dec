import { createHash } from 'node:crypto'
import fastifyJwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { SessionExpired } from '../../platform/errors.ts'

const issuer = 'bff'
const audience = 'admin-app'

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the token that a staff member's browser keeps. @param device that it is bound to, if it has a cookie jar */
    issueAdminToken(login: { id: string; expires_at: string }, device?: string): string
    /**
     * The login id in a request's bearer token; undefined without a token.
     * @throws SessionExpired if it is not valid, or is used for too long without the cookie of its browser
     */
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
  /** The device of a request's cookie. */
  readDevice: (request: FastifyRequest) => string | undefined
}

/**
 * Issues and verifies the admin JWT (RFC 7519): HS256, with a key of 256 bits that only this service has. Script can read
 * it, as the specification keeps it in local storage. So a browser's token is bound to a cookie that script cannot
 * read. Ten minutes after login, a stolen token does not work in another browser. Tokens of scripts are not bound.
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
