import { AddCarrier, Carrier, Carriers, UpdateCarrier } from '@agency/contract/carriers'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { addCarrier, changeCarrier, listCarriers } from './carrier-service.ts'

const tags = ['clients']
const writing = { allow: ['admin'], permission: 'clients.write', subject: 'none' } as const

export const carrierRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app

  route(app, 'GET /carriers', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags,
      operationId: 'listCarriers',
      summary: 'The carriers by name, archived ones too',
      response: { 200: Carriers },
    },
    handler: async () => ({ carriers: await listCarriers(db) }),
  })

  route(app, 'POST /carriers', {
    config: writing,
    schema: {
      tags,
      operationId: 'addCarrier',
      summary: 'Add a carrier; no two have the same name',
      headers: IdempotencyHeaders,
      body: AddCarrier,
      response: { 201: { ...Carrier, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const carrier = await addCarrier({ db, principal: asAdmin(request.principal), call }, request.body)
      return reply.code(201).send(withEtag(reply, carrier))
    },
  })

  route(app, 'PATCH /carriers/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateCarrier',
      summary: 'Change, archive or restore a carrier',
      params: Strict({ id: Id }),
      headers: IfMatch,
      body: UpdateCarrier,
      response: { 200: { ...Carrier, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      return withEtag(reply, await changeCarrier(context, request.params.id, request.body, readBaseVersion(request)))
    },
  })
}
