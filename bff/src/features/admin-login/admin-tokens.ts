import fastifyJwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { SessionExpired } from '../../platform/errors.ts'

const issuer = 'bff'
const audience = 'admin-app'

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the token that a staff member's browser keeps. */
    issueAdminToken(login: { id: string; expires_at: string }): string
    /** The login id in a request's bearer token; undefined without a token. @throws SessionExpired if it is not valid */
    readAdminToken(request: FastifyRequest): string | undefined
  }
}

/** Issues and verifies the admin JWT (RFC 7519): HS256, with a key of 256 bits that only this service has. */
export const adminTokens = fp(
  async (app, options: { secret: string }) => {
    await app.register(fastifyJwt, {
      secret: Buffer.from(options.secret, 'base64'),
      namespace: 'admin',
      sign: { algorithm: 'HS256', iss: issuer, aud: audience },
      verify: {
        algorithms: ['HS256'],
        allowedIss: issuer,
        allowedAud: audience,
        // Without this the library accepts a token that lacks a claim, even if its values are restricted.
        requiredClaims: ['aud', 'exp', 'iss', 'sub'],
      },
    })

    app.decorate('issueAdminToken', ({ id, expires_at }: { id: string; expires_at: string }) =>
      app.jwt.admin.sign({ sub: id, exp: Math.floor(Date.parse(expires_at) / 1000) }),
    )
    app.decorate('readAdminToken', (request: FastifyRequest) => {
      const { authorization } = request.headers
      if (authorization === undefined) return undefined
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
      try {
        const { sub } = app.jwt.admin.verify<{ sub: string }>(token ?? '')
        return sub
      } catch (cause) {
        throw new SessionExpired({ cause })
      }
    })
  },
  { name: 'admin-tokens', dependencies: ['principal-statements'] },
)
