import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import fp from 'fastify-plugin'
import { loggedError } from './logged-error.ts'

/** The server's logger: structured, and silent about requests but for the one line of `requestLog`. */
export const loggerOptions = (level: string): FastifyServerOptions => ({
  logger: { level, serializers: { req: () => ({}), res: () => ({}), err: loggedError } },
  logController: new LogController({ disableRequestLogging: true }),
})

/**
 * One line a request: its id, method, route pattern, who asked and the outcome. Addresses can hold codes, so they are
 * not logged.
 */
export const requestLog = fp(
  async (app, { principalOf }: { principalOf: (request: FastifyRequest) => string }) => {
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions } = request
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const route = routeOptions.url ?? 'unknown'
      request.log.info({ method, route, status: reply.statusCode, ms, principal: principalOf(request) }, 'request')
    })
  },
  { name: 'request-log' },
)
