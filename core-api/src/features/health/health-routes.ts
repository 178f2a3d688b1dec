import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'

/** `/healthz`: the process runs. `/readyz`: it can do its work, which needs the database. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  const config = { allow: 'infrastructure' } as const
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async (request, reply) => {
    try {
      await sql`SELECT 1`.execute(app.db)
      return { status: 'ok' }
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The database does not answer.' })
    }
  })
}
