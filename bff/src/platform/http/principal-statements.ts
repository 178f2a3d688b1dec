import {
  type PrincipalStatement,
  principalAudience,
  principalIssuer,
  principalSeconds,
} from '@agency/contract/principal'
import fastifyJwt from '@fastify/jwt'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the principal of a call, for core-api. The statement expires after half a minute. */
    statePrincipal(statement: PrincipalStatement): string
  }
}
declare module '@fastify/jwt' {
  interface JWT {
    statement: Pick<JWT, 'sign'>
    admin: Pick<JWT, 'sign' | 'verify'>
  }
}

/** Principal statements (JWT, RFC 7519): core-api accepts no other proof of who is calling. */
export const principalStatements = fp(
  async (app, options: { secret: string }) => {
    await app.register(fastifyJwt, {
      secret: options.secret,
      namespace: 'statement',
      sign: { algorithm: 'HS256', iss: principalIssuer, aud: principalAudience, expiresIn: `${principalSeconds}s` },
    })
    app.decorate('statePrincipal', (statement: PrincipalStatement) => app.jwt.statement.sign(statement))
  },
  { name: 'principal-statements' },
)
