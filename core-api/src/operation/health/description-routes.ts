import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'

/** @param readers who may read it */
export const descriptionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  route(app, 'GET /docs/json', {
    config: {
      allow: app.config.API_DOCS === 'staff' ? ['admin'] : ['nobody', 'session', 'admin'],
      permission: 'account',
      subject: 'none',
    },
    schema: {
      tags: ['service'],
      operationId: 'getApiDescription',
      summary: 'The description of the API',
      response: { 200: Type.Unknown({ description: 'An OpenAPI 3.1 document' }) },
    },
    handler: async () => app.swagger(),
  })
}
