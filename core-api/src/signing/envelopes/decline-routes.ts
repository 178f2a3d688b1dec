import { DeclinedDocumentList } from '@agency/contract/declines'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { getDeclinedDocuments } from './decline-service.ts'

export const declineRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  route(app, 'GET /declined-documents', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags: ['session-forms'],
      operationId: 'listDeclinedDocuments',
      summary: 'The newest declined documents, with who declined, when, from where and why',
      response: { 200: DeclinedDocumentList },
    },
    handler: async ({ principal }) => ({
      documents: await getDeclinedDocuments({ db, cipher }, asAdmin(principal).scope),
    }),
  })
}
