import { loggedError } from 'contract/logged-error'
import { type FastifyServerOptions, LogController } from 'fastify'
import fp from 'fastify-plugin'

/** The server's logger: structured, and silent about requests but for the one line of `requestLog`. */
export const loggerOptions = (level: string): FastifyServerOptions => ({
  logger: { level, serializers: { req: () => ({}), res: () => ({}), err: loggedError } },
  logController: new LogController({ disableRequestLogging: true }),
  requestIdHeader: 'x-request-id',
})

/**
 * One line a request: its id, method, route pattern, who asked and the outcome. Addresses can hold codes, so they are
 * not logged.
 */
export const requestLog = fp(
  async (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions } = request
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const principal = request.principal?.kind ?? 'none'
      const route = routeOptions.url ?? 'unknown'
      request.log.info({ method, route, status: reply.statusCode, ms, principal }, 'request')
    })
  },
  { name: 'request-log' },
)
