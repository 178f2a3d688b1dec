import { Capabilities } from '@agency/contract/capabilities'
import type { Management } from '@agency/contract/permissions'
import type { ReminderPlan } from '@agency/contract/session-reminders'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'

/** Optional capabilities of this deployment, for the admin app. */
export const capabilityRoutes: FastifyPluginAsyncTypebox<{
  cvcRetentionDays: number
  esignProvider: Capabilities['esign_provider']
  management: Management
  signingCode: Capabilities['signing_code']
  sessionPasscode: Capabilities['session_passcode']
  revealReason: Capabilities['reveal_reason']
  mailReaches: boolean
  reminderPlan: ReminderPlan
  outboxPage: boolean
}> = async (
  app,
  {
    cvcRetentionDays,
    esignProvider,
    management,
    signingCode,
    sessionPasscode,
    revealReason,
    mailReaches,
    reminderPlan,
    outboxPage,
  },
) => {
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
      cvc_retention_days: cvcRetentionDays,
      admin_management: management,
      esign_provider: esignProvider,
      signing_code: signingCode,
      session_passcode: sessionPasscode,
      reveal_reason: revealReason,
      mail_reaches: mailReaches,
      reminder_plan: reminderPlan,
      outbox_page: outboxPage,
    }),
  })
}
