import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'

/** The description of this service's calls. @param readers whom the deployment lets read it: staff, or everyone */
export const descriptionRoutes: FastifyPluginAsyncTypebox<{ readers: 'staff' | 'everyone' }> = async (
  app,
  { readers },
) => {
  app.get(
    '/docs/json',
    {
      config: { allow: readers === 'staff' ? ['admin'] : ['nobody', 'session', 'admin'] },
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
