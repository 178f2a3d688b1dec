import { principalAudience, principalHeader, principalIssuer } from '@agency/contract/principal'
import httpProxy from '@fastify/http-proxy'
import fastifyJwt from '@fastify/jwt'
import Fastify, { LogController } from 'fastify'
import { Agent } from 'undici'

/**
 * The least that any bff on Fastify has to do: it verifies the token of each call, proxies it with a signed statement,
 * and logs a line; without host rules, limits, security headers, cookies, failing over or reuse of what was verified.
 */
const { CORE_URL: upstream = '', JWT_SECRET: tokenKey = '', PRINCIPAL_SECRET: secret = '' } = process.env

const app = Fastify({ logger: true, logController: new LogController({ disableRequestLogging: true }) })
app.addHook('onResponse', (request, reply, next) => {
  request.log.info({ method: request.method, status: reply.statusCode }, 'request')
  next()
})
await app.register(fastifyJwt, { secret: Buffer.from(tokenKey, 'base64'), namespace: 'admin' })
await app.register(fastifyJwt, {
  secret,
  namespace: 'statement',
  sign: { iss: principalIssuer, aud: principalAudience, expiresIn: '30s' },
})
const tools: { admin: Verifier; statement: Signer } = Object(app.jwt)
interface Verifier {
  verify(token: string): { sub: string }
}
interface Signer {
  sign(payload: object): string
}
await app.register(httpProxy, {
  upstream,
  prefix: '/admin/_api',
  rewritePrefix: '',
  undici: new Agent({ connections: 2_048 }),
  disableRequestLogging: true,
  replyOptions: {
    rewriteRequestHeaders: ({ headers: { authorization = '' }, ip }, { authorization: _dropped, ...headers }) => {
      const id = tools.admin.verify(authorization.slice('Bearer '.length)).sub
      return { ...headers, [principalHeader]: tools.statement.sign({ kind: 'admin', id, address: ip }) }
    },
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address: app.listeningOrigin })
process.once('SIGTERM', () => app.close().then(() => process.disconnect?.()))
