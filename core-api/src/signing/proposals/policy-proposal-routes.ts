import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { AddPolicy, Policy } from '@agency/contract/policies'
import { PolicyProposals } from '@agency/contract/policy-proposals'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { etag, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { acceptPolicyProposal, dismissPolicyProposal, openPolicyProposals } from './policy-proposal-service.ts'

const OfProposal = Strict({ id: Id, proposalId: Id })
const tags = ['clients']
const subject = by.client('params.id')
const writing = { allow: ['admin'], permission: 'clients.write', subject } as const

export const policyProposalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const contextOf = ({ principal }: FastifyRequest) => ({ db, cipher, principal: asAdmin(principal) })

  route(app, 'GET /clients/:id/policy-proposals', {
    config: { allow: ['admin'], permission: 'clients.read', subject },
    schema: {
      tags,
      operationId: 'listPolicyProposals',
      summary: 'Undecided policies that signed documents of the client name',
      params: Strict({ id: Id }),
      response: { 200: PolicyProposals, ...failures(429) },
    },
    handler: async (request) => {
      await recordReads.count(request.principal, request.params.id)
      return { proposals: await openPolicyProposals(contextOf(request), request.params.id) }
    },
  })

  route(app, 'POST /clients/:id/policy-proposals/:proposalId/accept', {
    config: writing,
    schema: {
      tags,
      operationId: 'acceptPolicyProposal',
      summary: 'Add a proposed policy; masked and absent numbers are those of the document',
      params: OfProposal,
      headers: IdempotencyHeaders,
      body: AddPolicy,
      response: { 201: { ...Policy, ...etag }, ...failures(409, 422) },
    },
    handler: async (request, reply) => {
      const { id: clientId, proposalId: id } = request.params
      const call = idempotentCall(cipher, request, request.body)
      const policy = await acceptPolicyProposal({ ...contextOf(request), call }, { clientId, id }, request.body)
      return reply.code(201).send(withEtag(reply, policy))
    },
  })

  route(app, 'POST /clients/:id/policy-proposals/:proposalId/dismiss', {
    config: writing,
    schema: {
      tags,
      operationId: 'dismissPolicyProposal',
      summary: 'Dismiss a proposed policy',
      params: OfProposal,
      response: { 200: PolicyProposals, ...failures(409, 429) },
    },
    handler: async (request) => {
      const { id: clientId, proposalId: id } = request.params
      await recordReads.count(request.principal, clientId)
      return { proposals: await dismissPolicyProposal(contextOf(request), { clientId, id }) }
    },
  })
}
