import { Health, Readiness } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { clockToleranceSeconds } from '@agency/contract/principal'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Check } from 'typebox/value'
import { ClockSkew } from '../../platform/errors.ts'
import { type CoreAnswer, relayError } from '../../platform/http/core-client.ts'

const tags = ['service']

/** By how many seconds core-api's clock differs from this one, in whole seconds; undefined where that is tolerated. */
function clockSkewOf({ date }: CoreAnswer): number | undefined {
  const seconds = Math.abs(Date.now() - Date.parse(date ?? '')) / 1000
  return seconds > clockToleranceSeconds ? Math.round(seconds) : undefined
}

/**
 * `/healthz`: the process runs. `/readyz`: a core-api can do its work too, and would believe this service: with clocks
 * that differ it refuses every call.
 */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const alive = { tags, operationId: 'isAlive', summary: 'The process runs', response: { 200: Health } }
  app.get('/healthz', { schema: alive }, async () => ({ status: 'ok' as const }))

  const ready = {
    tags,
    operationId: 'isReady',
    summary: 'Both services can do their work: this one and a core-api',
    response: { 200: Readiness, ...failures(502, 503) },
  }
  app.get('/readyz', { schema: ready }, async (request, reply) => {
    if (app.isStopping) return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The service is stopping.' })
    const as = { kind: 'nobody', address: request.ip } as const
    const passOver = (given: CoreAnswer) => given.status === 503 || clockSkewOf(given) !== undefined
    const answer = await app.askCore(request, as, { method: 'GET', path: '/readyz', passOver })
    if (answer.status !== 200) return relayError(reply, answer)
    const skew = clockSkewOf(answer)
    if (skew !== undefined) throw new ClockSkew(skew)
    return Check(Readiness, answer.body) ? answer.body : { status: 'ok' as const, failing: [] }
  })
}
