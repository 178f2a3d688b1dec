import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Capabilities } from 'contract/capabilities'

/** What this deployment can do. */
export const capabilityRoutes: FastifyPluginAsyncTypebox<{ cvcRetentionDays: number }> = async (
  app,
  { cvcRetentionDays },
) => {
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
    async () => ({ pdf_upload: true, cvc_retention_days: cvcRetentionDays, esign_provider: 'built-in' as const }),
  )
}
