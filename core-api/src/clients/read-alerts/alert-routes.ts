import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RecordReadAlerts } from '@agency/contract/record-reads'
import { RevealAlerts } from '@agency/contract/reveal-alerts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { listAlerts } from './record-read-repository.ts'
import { readRate, readRefused } from './record-reads.ts'
import { acknowledgeAlert, isWatching, listRevealAlerts, watchReveals } from './reveal-alert-service.ts'

const minute = 60_000
const tags = ['audit']
const reading = { allow: ['admin'], permission: 'alerts.read', subject: 'none' } as const

export const alertRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const limits = { clients: config.REVEAL_ALERT, factor: config.REVEAL_ALERT_FACTOR }
  if (isWatching(limits)) {
    const work = async () => {
      if ((await watchReveals({ db, cipher }, limits)) > 0) app.wakeOutbox()
    }
    repeatWork(app, { every: minute, work, failure: 'reveals could not be counted' })
  }

  route(app, 'GET /record-reads/alerts', {
    config: reading,
    schema: {
      tags,
      operationId: 'listRecordReadAlerts',
      summary: 'Staff who opened many client records within an hour, in the last seven days; for power admins',
      response: { 200: RecordReadAlerts, ...failures(403) },
    },
    handler: async () => ({ alerts: await listAlerts(db, [readRate, readRefused], readRefused) }),
  })

  route(app, 'GET /reveal-alerts', {
    config: reading,
    schema: {
      tags,
      operationId: 'listRevealAlerts',
      summary: 'Staff who looked at sensitive values of unusually many clients: open alerts, and those of seven days',
      response: { 200: RevealAlerts, ...failures(403) },
    },
    handler: async () => ({ alerts: await listRevealAlerts(db) }),
  })

  route(app, 'POST /reveal-alerts/:id/acknowledge', {
    config: { allow: ['admin'], permission: 'alerts.acknowledge', subject: 'none' },
    schema: {
      tags,
      operationId: 'acknowledgeRevealAlert',
      summary: 'Close an alert; one about oneself only if nobody else can',
      params: Strict({ id: Id }),
      response: { 204: NoContent, ...failures(403, 409) },
    },
    handler: async ({ principal, params }, reply) => {
      await acknowledgeAlert({ db, principal: asAdmin(principal) }, params.id)
      return reply.code(204).send()
    },
  })
}
