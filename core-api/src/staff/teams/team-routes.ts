import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { CreateTeam, Team, UpdateTeam } from '@agency/contract/teams'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { listTeams } from './team-repository.ts'
import { changeTeam, createTeam } from './team-service.ts'

const ById = Strict({ id: Id })
const tags = ['teams']

export const teamRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const reading = { allow: ['admin'], permission: 'admins.read', subject: 'none' } as const
  const managing = { allow: ['admin'], permission: 'teams.manage', subject: 'none' } as const

  route(app, 'GET /teams', {
    config: reading,
    schema: { tags, operationId: 'listTeams', summary: 'All teams by name', response: { 200: Type.Array(Team) } },
    handler: () => listTeams(db),
  })

  route(app, 'POST /teams', {
    config: managing,
    schema: {
      tags,
      operationId: 'createTeam',
      summary: 'Add a team',
      headers: IdempotencyHeaders,
      body: CreateTeam,
      response: { 201: { ...Team, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const context = { db, principal: asAdmin(request.principal), call }
      return reply.code(201).send(withEtag(reply, await createTeam(context, request.body)))
    },
  })

  route(app, 'PUT /teams/:id', {
    config: managing,
    schema: {
      tags,
      operationId: 'updateTeam',
      summary: 'Change the name or the members of a team',
      params: ById,
      headers: IfMatch,
      body: UpdateTeam,
      response: { 200: { ...Team, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      return withEtag(reply, await changeTeam(context, request.params.id, request.body, readIfMatch(request)))
    },
  })
}
