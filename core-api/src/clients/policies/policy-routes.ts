import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  AddPolicy,
  FindPolicies,
  mostPoliciesCounted,
  mostPoliciesFound,
  Policies,
  Policy,
  PolicyListItem,
  PolicyListQuery,
  RevealPolicyNumbers,
  UpdatePolicy,
} from '@agency/contract/policies'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import { RevealedValues } from '@agency/contract/reveals'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { mayReveal } from '../record/client-masking.ts'
import { carrierRoutes } from './carrier-routes.ts'
import { listPoliciesOfAgency, sharedCount } from './policy-list.ts'
import { addPolicy, changePolicy, getPolicies, removePolicy, revealNumbers } from './policy-service.ts'

const tags = ['clients']
const OfClient = Strict({ id: Id })
const OfPolicy = Strict({ id: Id, policyId: Id })
const subject = by.client('params.id')
const reading = { allow: ['admin'], permission: 'clients.read' } as const
const writing = { allow: ['admin'], permission: 'clients.write', subject } as const
const PolicyList = Type.Array(PolicyListItem, {
  headers: {
    'x-total-count': {
      type: 'integer',
      description: `How many policies match. ${mostPoliciesCounted + 1}, with a search ${mostPoliciesFound + 1}, stands for more`,
    },
  },
})

export const policyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const count = sharedCount(db)
  const contextOf = ({ principal }: FastifyRequest) => ({ db, cipher, principal: asAdmin(principal), count })
  const nameOf = ({ id, policyId }: { id: string; policyId: string }) => ({ clientId: id, id: policyId })
  const answerList = async (
    { principal }: FastifyRequest,
    reply: FastifyReply,
    page: ReturnType<typeof listPoliciesOfAgency>,
  ) => {
    const { rows, total } = await page
    await recordReads.countListed(
      principal,
      rows.map(({ client_id }) => client_id),
    )
    reply.header('x-total-count', total)
    return rows
  }
  await app.register(carrierRoutes)

  route(app, 'GET /policies', {
    config: { ...reading, subject: 'none' },
    schema: {
      tags,
      operationId: 'listPolicies',
      summary: 'Policies of all clients, searched, filtered, sorted and paged',
      description:
        'A whole number finds a policy for those who may see it, which is recorded in the audit trail; for others its last four characters do.',
      querystring: PolicyListQuery,
      response: { 200: PolicyList, ...failures(429) },
    },
    handler: (request, reply) => answerList(request, reply, listPoliciesOfAgency(contextOf(request), request.query)),
  })

  route(app, 'POST /policies/find', {
    config: { ...reading, subject: 'none' },
    schema: {
      tags,
      operationId: 'findPolicies',
      summary: 'The same list, by conditions in the body: also on numbers, which is recorded in the audit trail',
      body: FindPolicies,
      response: { 200: PolicyList, ...failures(403, 429) },
    },
    handler: (request, reply) => {
      const sensitive = mayReveal(request.principal) ? 'taken' : 'forbidden'
      return answerList(request, reply, listPoliciesOfAgency(contextOf(request), request.body, sensitive))
    },
  })

  route(app, 'GET /clients/:id/policies', {
    config: { ...reading, subject },
    schema: {
      tags,
      operationId: 'listClientPolicies',
      summary: 'The policies of a client with their history: active ones first, then the newest',
      params: OfClient,
      response: { 200: Policies, ...failures(429) },
    },
    handler: async (request) => {
      await recordReads.count(request.principal, request.params.id)
      return { policies: await getPolicies(contextOf(request), request.params.id) }
    },
  })

  route(app, 'POST /clients/:id/policies', {
    config: writing,
    schema: {
      tags,
      operationId: 'addPolicy',
      summary: 'Add a policy to a client',
      params: OfClient,
      headers: IdempotencyHeaders,
      body: AddPolicy,
      response: { 201: { ...Policy, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const policy = await addPolicy({ ...contextOf(request), call }, request.params.id, request.body)
      return reply.code(201).send(withEtag(reply, policy))
    },
  })

  route(app, 'PATCH /clients/:id/policies/:policyId', {
    config: writing,
    schema: {
      tags,
      operationId: 'updatePolicy',
      summary: 'Change a policy; its former statuses are kept',
      params: OfPolicy,
      headers: IfMatch,
      body: UpdatePolicy,
      response: { 200: { ...Policy, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      return withEtag(reply, await changePolicy(contextOf(request), nameOf(params), body, readBaseVersion(request)))
    },
  })

  route(app, 'DELETE /clients/:id/policies/:policyId', {
    config: writing,
    schema: {
      tags,
      operationId: 'deletePolicy',
      summary: 'Take a policy out of all lists',
      params: OfPolicy,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await removePolicy(contextOf(request), nameOf(request.params))
      return reply.code(204).send()
    },
  })

  route(app, 'POST /clients/:id/policies/:policyId/reveals', {
    config: {
      allow: ['admin'],
      permission: 'clients.sensitive',
      subject,
      inArchive: true,
      whileDiskFull: true,
    },
    schema: {
      tags,
      operationId: 'revealPolicyNumbers',
      summary: 'The number or the member id of a policy; each answer is on the audit trail',
      params: OfPolicy,
      headers: RevealReasonHeaders,
      body: RevealPolicyNumbers,
      response: { 200: RevealedValues, ...failures(429) },
    },
    handler: async (request) => {
      await recordReads.count(request.principal, request.params.id)
      return revealNumbers(contextOf(request), nameOf(request.params), request.body.fields)
    },
  })
}
