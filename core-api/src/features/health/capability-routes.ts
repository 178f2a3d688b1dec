import { Capabilities } from '@agency/contract/capabilities'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Management } from '../audit/require-manager.ts'

/** What this deployment can do. */
export const capabilityRoutes: FastifyPluginAsyncTypebox<{
  cvcRetentionDays: number
  esignProvider: Capabilities['esign_provider']
  management: Management
}> = async (app, { cvcRetentionDays, esignProvider, management }) => {
  app.get(
    '/capabilities',
    {
      config: { allow: ['admin', 'session'] },
      schema: {
        tags: ['service'],
        operationId: 'getCapabilities',
        summary: 'What this deployment can do',
        response: { 200: Capabilities },
      },
    },
    async () => ({
      pdf_upload: true,
      cvc_retention_days: cvcRetentionDays,
      admin_management: management,
      esign_provider: esignProvider,
    }),
  )
}
