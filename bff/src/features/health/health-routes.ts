import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Health } from 'contract/common'
import { failures } from 'contract/errors'
import { relayError } from '../../plugins/core-client.ts'

const tags = ['service']

/** `/healthz`: the process runs. `/readyz`: a core-api can do its work too. */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const alive = { tags, operationId: 'isAlive', summary: 'The process runs', response: { 200: Health } }
  app.get('/healthz', { schema: alive }, async () => ({ status: 'ok' as const }))

  const ready = {
    tags,
    operationId: 'isReady',
    summary: 'Both services can do their work: this one and a core-api',
    response: { 200: Health, ...failures(502, 503) },
  }
  app.get('/readyz', { schema: ready }, async (request, reply) => {
    if (app.isStopping) return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The service is stopping.' })
    const as = { kind: 'nobody', address: request.ip } as const
    const answer = await app.askCore(request, as, { method: 'GET', path: '/readyz', passOver: 503 })
    return answer.status === 200 ? { status: 'ok' as const } : relayError(reply, answer)
  })
}
