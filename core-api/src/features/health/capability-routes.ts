import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Capabilities } from 'contract/capabilities'

/** What this deployment can do. */
export const capabilityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/capabilities',
    { config: { allow: ['admin', 'session'] }, schema: { response: { 200: Capabilities } } },
    async () => ({ pdf_upload: true, esign_provider: 'built-in' as const }),
  )
}
