import { Id, NoContent, Strict } from '@agency/contract/common'
import { TeamHoldings } from '@agency/contract/teams'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { getTeam, removeTeam } from '../../staff/teams/team-service.ts'
import { countKeptClients, handOverOnDeletion } from './hand-over-service.ts'

const ById = Strict({ id: Id })
const tags = ['teams']

export const teamDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const managing = { allow: ['admin'], permission: 'teams.manage', subject: 'none' } as const

  route(app, 'GET /teams/:id/holdings', {
    config: managing,
    schema: {
      tags,
      operationId: 'getTeamHoldings',
      summary: 'How many clients have no team any more when a team is deleted',
      params: ById,
      response: { 200: TeamHoldings },
    },
    handler: async ({ params: { id } }) => {
      await getTeam(db, id)
      return { clients: await countKeptClients(db, { team_id: id }) }
    },
  })

  route(app, 'DELETE /teams/:id', {
    config: managing,
    schema: {
      tags,
      operationId: 'deleteTeam',
      summary: 'Delete a team; its clients stay with their owners, without a team',
      params: ById,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      const { params, principal } = request
      const context = { db, principal: asAdmin(principal) }
      const by = { team_id: params.id }
      await removeTeam(context, params.id, (trx) =>
        handOverOnDeletion({ ...context, db: trx, cipher }, by, { team_id: null }),
      )
      return reply.code(204).send()
    },
  })
}
