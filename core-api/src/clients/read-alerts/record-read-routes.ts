import { failures } from '@agency/contract/errors'
import { RecordReadAlerts } from '@agency/contract/record-reads'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { listAlerts } from './record-read-repository.ts'
import { readRate, readRefused } from './record-reads.ts'

/** Alerts power admins about staff who opened many records. */
export const recordReadRoutes: FastifyPluginAsyncTypebox = async (app) => {
  route(app, 'GET /record-reads/alerts', {
    config: { allow: ['admin'], permission: 'alerts.read', subject: 'none' },
    schema: {
      tags: ['audit'],
      operationId: 'listRecordReadAlerts',
      summary: 'Staff who opened many client records within an hour, in the last seven days; for power admins',
      response: { 200: RecordReadAlerts, ...failures(403) },
    },
    handler: async () => ({ alerts: await listAlerts(app.db, [readRate, readRefused], readRefused) }),
  })
}
