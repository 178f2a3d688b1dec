import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import fp from 'fastify-plugin'
import { logDestination } from './log-destination.ts'
import { loggedError } from './logged-error.ts'

/** Options of the server's logger: structured, without the framework's own request lines. */
export const loggerOptions = (level: string): FastifyServerOptions => ({
  logger: { level, serializers: { req: () => ({}), res: () => ({}), err: loggedError }, stream: logDestination() },
  logController: new LogController({ disableRequestLogging: true }),
})

/** Logs no URL, since URLs can contain session codes. */
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
