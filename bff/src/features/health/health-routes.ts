import type { FastifyPluginAsync } from 'fastify'

/** `/healthz`: the process runs. `/readyz`: core-api can do its work too. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const as = { kind: 'nobody', address: request.ip } as const
    const answer = await app.askCore(request, as, { method: 'GET', path: '/readyz' })
    return reply.code(answer.status).send(answer.body)
  })
}
