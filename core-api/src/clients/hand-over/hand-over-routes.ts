import { ClientKeepers } from '@agency/contract/clients'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { HandedOver, HandOver } from '@agency/contract/hand-overs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { handOverAll, handOverSome } from './hand-over-service.ts'

export const handOverRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const tags = ['clients']

  route(app, 'POST /clients/hand-over', {
    config: { allow: ['admin'], permission: 'clients.hand-over', subject: by.clientsInService('body.client_ids') },
    schema: {
      tags,
      operationId: 'handOverClients',
      summary: 'Give some clients another owner or team: all of them, or none if one cannot be',
      headers: IdempotencyHeaders,
      body: HandOver,
      response: { 200: HandedOver, ...failures(404, 409, 422) },
    },
    handler: (request) => {
      const call = idempotentCall(cipher, request, request.body)
      return handOverSome({ db, cipher, principal: asAdmin(request.principal), call }, request.body)
    },
  })

  route(app, 'POST /admin/:id/clients/hand-over', {
    config: { allow: ['admin'], permission: 'admins.manage', subject: 'none' },
    schema: {
      tags: ['admins'],
      operationId: 'handOverAllClients',
      summary: 'Give all clients of a staff member another owner or team, archived ones too',
      params: Strict({ id: Id }),
      headers: IdempotencyHeaders,
      body: ClientKeepers,
      response: { 200: HandedOver, ...failures(403, 404, 422) },
    },
    handler: (request) => {
      const { params, body } = request
      const call = idempotentCall(cipher, request, body)
      return handOverAll({ db, cipher, principal: asAdmin(request.principal), call }, params.id, body)
    },
  })
}
