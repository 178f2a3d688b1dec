import { loggedError } from 'contract/logged-error'
import type { PrincipalStatement } from 'contract/principal'
import { type FastifyServerOptions, LogController } from 'fastify'
import fp from 'fastify-plugin'

/** The server's logger: structured, and silent about requests but for the one line of `requestLog`. */
export const loggerOptions = (level: string): FastifyServerOptions => ({
  logger: { level, serializers: { req: () => ({}), res: () => ({}), err: loggedError } },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => crypto.randomUUID(),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once that is known. */
    principalKind: PrincipalStatement['kind'] | 'none'
  }
}

/**
 * One line a request: its id, which the answer carries too, method, route pattern, who asked and the outcome. Addresses
 * can hold codes, so they are not logged.
 */
export const requestLog = fp(
  async (app) => {
    app.decorateRequest('principalKind', 'none')
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions, principalKind: principal } = request
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const route = routeOptions.url ?? 'unknown'
      request.log.info({ method, route, status: reply.statusCode, ms, principal }, 'request')
    })
  },
  { name: 'request-log' },
)
