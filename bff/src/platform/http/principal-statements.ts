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
    /** Signs the principal for core-api. It expires after half a minute; its calls within five seconds share one. */
    statePrincipal(statement: PrincipalStatement): string
  }
}
declare module '@fastify/jwt' {
  interface JWT {
    statement: Pick<JWT, 'sign'>
    admin: Pick<JWT, 'sign' | 'verify'>
  }
}

/** How long a statement is used again, in ms. It is valid for six times as long. */
const sharedMilliseconds = 5_000
const maxKept = 1_000

/** A screen makes several calls at once, and a signature is 4 % of a call. */
function shareStatements(sign: (statement: PrincipalStatement) => string): typeof sign {
  let kept = new Map<string, string>()
  let keptSince = 0
  return (statement) => {
    const now = Date.now()
    const isOld = now < keptSince || now - keptSince >= sharedMilliseconds
    if (isOld || kept.size >= maxKept) {
      kept = new Map()
      keptSince = now
    }
    // All of it: kind, id, address and device.
    const key = JSON.stringify(statement)
    const signed = kept.get(key) ?? sign(statement)
    kept.set(key, signed)
    return signed
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
    app.decorate(
      'statePrincipal',
      shareStatements((statement) => app.jwt.statement.sign(statement)),
    )
  },
  { name: 'principal-statements' },
)
