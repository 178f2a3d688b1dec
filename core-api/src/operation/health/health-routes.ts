import { Health, Readiness, RunningRelease } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { HealthReport } from '@agency/contract/health'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import manifest from '../../../package.json' with { type: 'json' }
import { route } from '../../platform/access/route.ts'
import { healthAlerts } from './health-alerts.ts'
import { HealthMonitor } from './health-monitor.ts'

const tags = ['service']

/** `/readyz` is public, so shows only ids. */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { allow: 'infrastructure', subject: 'none' } as const
  const monitor = new HealthMonitor({ checks: app.healthChecks, log: app.log })
  healthAlerts(app, monitor)
  route(app, 'GET /healthz', {
    config,
    schema: {
      tags,
      operationId: 'isAlive',
      summary: 'The process runs',
      response: { 200: Health, ...failures(503) },
    },
    handler: async () => ({ status: 'ok' as const }),
  })
  route(app, 'GET /readyz', {
    config,
    schema: {
      tags,
      operationId: 'isReady',
      summary: 'The service can do its work',
      response: { 200: Readiness, ...failures(503) },
    },
    handler: async (_request, reply) => {
      if (app.isStopping) return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The service is stopping.' })
      const { needed, others } = await monitor.readiness()
      if (needed.length === 0) return { status: 'ok' as const, failing: others }
      const message = `These health checks fail: ${[...needed, ...others].join(', ')}.`
      return reply.code(503).send({ code: 'UNAVAILABLE', message })
    },
  })
  route(app, 'GET /version', {
    config,
    schema: {
      tags,
      operationId: 'getVersion',
      summary: 'The release of the service',
      response: { 200: RunningRelease },
    },
    handler: async () => ({ part: 'core-api', version: manifest.version }),
  })
  route(app, 'GET /health-report', {
    config: { allow: ['admin'], permission: 'service.read', subject: 'none' },
    schema: {
      tags,
      operationId: 'getHealthReport',
      summary: 'What is right and wrong with the installation, check by check',
      response: { 200: HealthReport },
    },
    handler: async () => monitor.report(),
  })
}
