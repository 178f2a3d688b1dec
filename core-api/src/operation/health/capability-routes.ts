import { Capabilities } from '@agency/contract/capabilities'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { scheduleSettings } from '../../messages/reminders/schedule-service.ts'
import { route } from '../../platform/access/route.ts'

export const capabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { config, channels, esignProviders } = app
  route(app, 'GET /capabilities', {
    config: { allow: ['admin', 'session'], permission: 'account', subject: 'none' },
    schema: {
      tags: ['service'],
      operationId: 'getCapabilities',
      summary: 'What this deployment can do',
      response: { 200: Capabilities },
    },
    handler: async () => ({
      pdf_upload: true,
      cvc_retention_days: config.CVC_RETENTION_DAYS,
      admin_management: config.ADMIN_MANAGEMENT,
      esign_provider: esignProviders.main.name,
      signing_code: config.SIGNING_CODE,
      session_passcode: config.SESSION_PASSCODE,
      reveal_reason: config.REVEAL_REASON,
      mail_reaches: channels.mailReaches,
      reminder_plan: scheduleSettings(config).plan,
      backup_key: config.BACKUP_RECIPIENT !== undefined,
      outbox_page: channels.shown !== undefined,
    }),
  })
}
