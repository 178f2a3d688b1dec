import { ClientComparison, ClientMerges, MergeClients, Merged } from '@agency/contract/client-merges'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { compareClients } from './merge-comparison.ts'
import { mergeClients } from './merge-service.ts'
import { getMerges, undoMerge } from './undo-merge.ts'

const tags = ['clients']
const subject = by.client('params.id')
const reading = { allow: ['admin'], permission: 'clients.read', subject } as const
const writing = { allow: ['admin'], permission: 'clients.write', subject } as const

export const mergeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const contextOf = ({ principal }: FastifyRequest) => ({ db, cipher, principal: asAdmin(principal) })

  route(app, 'GET /clients/:id/comparison/:otherId', {
    config: reading,
    schema: {
      tags,
      operationId: 'compareClients',
      summary: 'Two records by field, masked, with the newer value of each; both are opened',
      params: Strict({ id: Id, otherId: Id }),
      response: { 200: ClientComparison, ...failures(400, 429) },
    },
    handler: async (request) => {
      const { principal, params } = request
      const comparison = await compareClients(contextOf(request), params.id, params.otherId)
      for (const id of [params.id, params.otherId]) await recordReads.count(principal, id)
      return comparison
    },
  })

  route(app, 'POST /clients/:id/merges', {
    config: writing,
    schema: {
      tags,
      operationId: 'mergeClients',
      summary: 'Merge another record of the same person into this one; its address leads here from then on',
      params: Strict({ id: Id }),
      headers: IdempotencyHeaders,
      body: MergeClients,
      response: { 201: Merged, ...failures(409, 422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const merged = await mergeClients({ ...contextOf(request), call }, request.params.id, request.body)
      return reply.code(201).send(merged)
    },
  })

  route(app, 'GET /clients/:id/merges', {
    config: reading,
    schema: {
      tags,
      operationId: 'listMergesOfClient',
      summary: 'The records that were merged into this one, and until when they can be taken apart',
      params: Strict({ id: Id }),
      response: { 200: ClientMerges },
    },
    handler: async (request) => ({ merges: await getMerges(contextOf(request), request.params.id) }),
  })

  route(app, 'POST /clients/:id/merges/:mergeId/undo', {
    config: writing,
    schema: {
      tags,
      operationId: 'undoMerge',
      summary: 'Take a merge apart within 30 days, unless the record was edited since',
      params: Strict({ id: Id, mergeId: Id }),
      response: { 200: Merged, ...failures(409) },
    },
    handler: (request) => undoMerge(contextOf(request), request.params.id, request.params.mergeId),
  })
}
