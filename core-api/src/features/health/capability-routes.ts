import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Capabilities } from 'contract/capabilities'

/** What this deployment can do. */
export const capabilityRoutes: FastifyPluginAsyncTypebox<{
  cvcRetentionDays: number
  esignProvider: Capabilities['esign_provider']
}> = async (app, { cvcRetentionDays, esignProvider }) => {
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
    async () => ({ pdf_upload: true, cvc_retention_days: cvcRetentionDays, esign_provider: esignProvider }),
  )
}
