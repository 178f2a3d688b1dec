import { type FastifyServerOptions, LogController } from 'fastify'
import fp from 'fastify-plugin'

/** The server's logger: structured, and silent about requests but for the one line of `requestLog`. */
export const loggerOptions = (level: string): FastifyServerOptions => ({
  logger: { level, serializers: { req: () => ({}), res: () => ({}) } },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => crypto.randomUUID(),
})

/** One line a request: its id, method, route pattern and outcome. Addresses can hold codes, so they are not logged. */
export const requestLog = fp(
  async (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions } = request
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }, 'request')
    })
  },
  { name: 'request-log' },
)
