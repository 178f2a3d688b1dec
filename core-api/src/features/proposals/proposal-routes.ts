import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Id, Strict } from 'contract/common'
import { failures } from 'contract/errors'
import { ProposalList } from 'contract/form-fields'
import type { FastifyRequest } from 'fastify'
import { asAdmin } from '../../plugins/principals.ts'
import { IfMatch, versionSeen } from '../../versions/if-match.ts'
import { acceptProposal, dismissProposal, openProposals } from './proposal-service.ts'

const ById = Strict({ id: Id })
const OfClient = Strict({ id: Id, proposalId: Id })
const tags = ['clients']

/** What clients wrote into documents in place of what their record holds, for staff to decide. */
export const proposalRoutes: FastifyPluginAsyncTypebox<{ cvcRetentionDays: number }> = async (
  app,
  { cvcRetentionDays },
) => {
  const { db, sealer } = app
  const config = { allow: ['admin'] as const }
  const keepCvc = cvcRetentionDays > 0
  const contextOf = (request: FastifyRequest) => ({ db, sealer, keepCvc, principal: asAdmin(request.principal) })

  app.get(
    '/clients/:id/proposals',
    {
      config,
      schema: {
        tags,
        operationId: 'listProposals',
        summary: 'Changes that a client proposed by writing them into documents, undecided',
        params: ById,
        response: { 200: ProposalList },
      },
    },
    async (request) => ({ success: true, proposals: await openProposals(contextOf(request), request.params.id) }),
  )

  app.post(
    '/clients/:id/proposals/:proposalId/accept',
    {
      config,
      schema: {
        tags,
        operationId: 'acceptProposal',
        summary: 'Write a proposed value into the record; with If-Match, only over what was seen',
        params: OfClient,
        headers: IfMatch,
        response: { 200: ProposalList, ...failures(409) },
      },
    },
    async (request) => {
      const { id: clientId, proposalId: id } = request.params
      const decision = { clientId, id, seen: versionSeen(request) }
      return { success: true, proposals: await acceptProposal(contextOf(request), decision) }
    },
  )

  app.post(
    '/clients/:id/proposals/:proposalId/dismiss',
    {
      config,
      schema: {
        tags,
        operationId: 'dismissProposal',
        summary: 'Let a proposed value be',
        params: OfClient,
        response: { 200: ProposalList, ...failures(409) },
      },
    },
    async (request) => {
      const { id, proposalId } = request.params
      return { success: true, proposals: await dismissProposal(contextOf(request), id, proposalId) }
    },
  )
}
