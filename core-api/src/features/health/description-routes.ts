import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'

/** Serves the OpenAPI description of this service. @param readers who may read it */
export const descriptionRoutes: FastifyPluginAsyncTypebox<{ readers: 'staff' | 'everyone' }> = async (
  app,
  { readers },
) => {
  app.get(
    '/docs/json',
    {
      config: { allow: readers === 'staff' ? ['admin'] : ['nobody', 'session', 'admin'], permission: 'account' },
      schema: {
        tags: ['service'],
        operationId: 'getApiDescription',
        summary: 'The description of the API',
        response: { 200: Type.Unknown({ description: 'An OpenAPI 3.1 document' }) },
      },
    },
    async () => app.swagger(),
  )
}
