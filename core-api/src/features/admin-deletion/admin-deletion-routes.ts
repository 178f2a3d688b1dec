import { AdminHoldings } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { type Management, requireManager } from '../audit/require-manager.ts'
import { deleteAdmin, getHoldings } from './admin-deletion-service.ts'

const ById = Strict({ id: Id })
const tags = ['admins']
const config = { allow: ['admin'] as const }

/** Deletes staff, whose clients and shared views somebody takes over. @param management who may */
export const adminDeletionRoutes: FastifyPluginAsyncTypebox<{ management: Management }> = async (
  app,
  { management },
) => {
  const { db } = app

  app.get(
    '/admin/:id/holdings',
    {
      config,
      schema: {
        tags,
        operationId: 'getAdminHoldings',
        summary: 'What somebody takes over when a staff member is deleted',
        params: ById,
        response: { 200: AdminHoldings },
      },
    },
    ({ params }) => getHoldings(db, params.id),
  )

  app.delete(
    '/admin/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteAdmin',
        summary: 'Delete a staff member and their logins; a successor takes over their clients and shared views',
        params: ById,
        querystring: Strict({ successor: Type.Optional(Id) }),
        response: { 204: NoContent, ...failures(403, 409) },
      },
    },
    async (request, reply) => {
      const principal = await requireManager({ db, management, request })
      await deleteAdmin({ db, principal }, request.params.id, request.query.successor)
      return reply.code(204).send()
    },
  )
}
