import { AdminHoldings } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { loginWaysOf } from '../../staff/admins/last-power-admin.ts'
import { deleteAdmin, getHoldings } from './admin-deletion-service.ts'

const ById = Strict({ id: Id })
const tags = ['admins']
const managing = { allow: ['admin'], permission: 'admins.manage', subject: 'none' } as const

export const adminDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const [management, ways] = [config.ADMIN_MANAGEMENT, loginWaysOf(config)]

  route(app, 'GET /admin/:id/holdings', {
    config: managing,
    schema: {
      tags,
      operationId: 'getAdminHoldings',
      summary: 'What somebody takes over when a staff member is deleted',
      params: ById,
      response: { 200: AdminHoldings },
    },
    handler: ({ params }) => getHoldings(db, params.id),
  })

  route(app, 'DELETE /admin/:id', {
    config: managing,
    schema: {
      tags,
      operationId: 'deleteAdmin',
      summary: 'Delete a staff member and their logins; a successor takes over their clients and shared views',
      params: ById,
      querystring: Strict({ successor: Type.Optional(Id) }),
      response: { 204: NoContent, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const principal = asAdmin(request.principal)
      await deleteAdmin({ db, cipher, principal, management, ways }, request.params.id, request.query.successor)
      return reply.code(204).send()
    },
  })
}
