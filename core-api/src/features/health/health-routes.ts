import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Health } from 'contract/common'
import { failures } from 'contract/errors'
import { sql } from 'kysely'

/** `/healthz`: the process runs. `/readyz`: it can do its work, which needs the database. */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { allow: 'infrastructure' } as const
  const tags = ['service']
  const answers = { 200: Health, ...failures(503) }
  app.get(
    '/healthz',
    { config, schema: { tags, operationId: 'isAlive', summary: 'The process runs', response: answers } },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    { config, schema: { tags, operationId: 'isReady', summary: 'The service can do its work', response: answers } },
    async (request, reply) => {
      if (app.isStopping) return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The service is stopping.' })
      try {
        await sql`SELECT 1`.execute(app.db)
        return { status: 'ok' as const }
      } catch (error) {
        request.log.error({ err: error }, 'the database does not answer')
        return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The database does not answer.' })
      }
    },
  )
}
