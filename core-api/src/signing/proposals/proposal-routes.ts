import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ProposalList } from '@agency/contract/form-fields'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import { RevealedProposal } from '@agency/contract/reveals'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { IfMatch, readIfMatch } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { acceptProposal, dismissProposal, openProposals, reopenProposal, revealProposal } from './proposal-service.ts'

const ById = Strict({ id: Id })
const OfClient = Strict({ id: Id, proposalId: Id })
const tags = ['clients']

export const proposalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const reading = { allow: ['admin'], permission: 'clients.read', subject: by.client('params.id') } as const
  const writing = { allow: ['admin'], permission: 'clients.write', subject: by.client('params.id') } as const
  const keepCvc = app.config.CVC_RETENTION_DAYS > 0
  /** Each answer holds unmasked values of the record, so that it counts as opening the record. */
  const contextOf = async (request: FastifyRequest, clientId: string) => {
    await recordReads.count(request.principal, clientId)
    return { db, cipher, keepCvc, principal: asAdmin(request.principal) }
  }

  route(app, 'GET /clients/:id/proposals', {
    config: reading,
    schema: {
      tags,
      operationId: 'listProposals',
      summary: 'Undecided changes that a client proposed in documents',
      params: ById,
      headers: RevealReasonHeaders,
      response: { 200: ProposalList, ...failures(429) },
    },
    handler: async (request) => {
      const { id } = request.params
      return { success: true, proposals: await openProposals(await contextOf(request, id), id) }
    },
  })

  route(app, 'POST /clients/:id/proposals/:proposalId/reveal', {
    config: {
      allow: ['admin'],
      permission: 'clients.sensitive',
      subject: by.client('params.id'),
      inArchive: true,
      whileDiskFull: true,
    },
    schema: {
      tags,
      operationId: 'revealProposal',
      summary: 'The value proposed for a masked field; each answer is on the audit trail',
      params: OfClient,
      headers: RevealReasonHeaders,
      response: { 200: RevealedProposal, ...failures(429) },
    },
    handler: async (request) => {
      const { id: clientId, proposalId } = request.params
      const context = await contextOf(request, clientId)
      return db.transaction().execute((trx) => revealProposal({ ...context, db: trx }, clientId, proposalId))
    },
  })

  route(app, 'POST /clients/:id/proposals/:proposalId/accept', {
    config: writing,
    schema: {
      tags,
      operationId: 'acceptProposal',
      summary: 'Write a proposed value into the record; with If-Match, only if nobody has changed that field since',
      params: OfClient,
      headers: IfMatch,
      response: { 200: ProposalList, ...failures(409, 429) },
    },
    handler: async (request) => {
      const { id: clientId, proposalId: id } = request.params
      const decision = { clientId, id, baseVersion: readIfMatch(request) }
      return { success: true, proposals: await acceptProposal(await contextOf(request, clientId), decision) }
    },
  })

  route(app, 'POST /clients/:id/proposals/:proposalId/dismiss', {
    config: writing,
    schema: {
      tags,
      operationId: 'dismissProposal',
      summary: 'Dismiss a proposed value',
      params: OfClient,
      response: { 200: ProposalList, ...failures(409, 429) },
    },
    handler: async (request) => {
      const { id, proposalId } = request.params
      return { success: true, proposals: await dismissProposal(await contextOf(request, id), id, proposalId) }
    },
  })

  route(app, 'POST /clients/:id/proposals/:proposalId/reopen', {
    config: writing,
    schema: {
      tags,
      operationId: 'reopenProposal',
      summary: 'Take back a decision; an accepted value is replaced by the former one unless it was changed since',
      params: OfClient,
      response: { 200: ProposalList, ...failures(409, 429) },
    },
    handler: async (request) => {
      const { id, proposalId } = request.params
      return { success: true, proposals: await reopenProposal(await contextOf(request, id), id, proposalId) }
    },
  })
}
