import { Health, Readiness, RunningRelease } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { clockToleranceSeconds } from '@agency/contract/principal'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Check } from 'typebox/value'
import manifest from '../../../package.json' with { type: 'json' }
import { type CoreAnswer, relayError } from '../../platform/cores/core-client.ts'
import { ClockSkew } from '../../platform/errors.ts'

const tags = ['service']
/** Within which all core-apis together are asked, in ms: a probe waits for three seconds. */
const askWithin = 2_500

/** The difference between core-api's clock and this one, in whole seconds; undefined if it is tolerated. */
function clockSkewOf({ date }: CoreAnswer): number | undefined {
  const seconds = Math.abs(Date.now() - Date.parse(date ?? '')) / 1000
  return seconds > clockToleranceSeconds ? Math.round(seconds) : undefined
}

/** `/readyz`: a core-api is ready, and its clock agrees: else it refuses every principal statement. */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const alive = { tags, operationId: 'isAlive', summary: 'The process runs', response: { 200: Health } }
  app.get('/healthz', { schema: alive }, async () => ({ status: 'ok' as const }))

  const version = {
    tags,
    operationId: 'getVersion',
    summary: 'The release of the service',
    response: { 200: RunningRelease },
  }
  app.get('/version', { schema: version }, async () => ({ part: 'bff', version: manifest.version }))

  const ready = {
    tags,
    operationId: 'isReady',
    summary: 'This service and a core-api are ready',
    response: { 200: Readiness, ...failures(502, 503) },
  }
  app.get('/readyz', { schema: ready }, async (request, reply) => {
    if (app.isStopping) return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The service is stopping.' })
    const as = { kind: 'nobody', address: request.ip } as const
    const failOverOn = (given: CoreAnswer) => given.status === 503 || clockSkewOf(given) !== undefined
    const timeLimit = askWithin / app.coreBalancer.addresses.length
    const answer = await app.askCore(request, as, { method: 'GET', path: '/readyz', failOverOn, timeLimit })
    if (answer.status !== 200) return relayError(reply, answer)
    const skew = clockSkewOf(answer)
    if (skew !== undefined) throw new ClockSkew(skew)
    return Check(Readiness, answer.body) ? answer.body : { status: 'ok' as const, failing: [] }
  })
}
