import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { asAdmin } from '../../platform/http/principals.ts'
import { deleteClientForGood, deleteSessionForGood } from './permanent-deletion-service.ts'

const config = { allow: ['admin'] as const, inArchive: true }

/** Deletes for good what never held a signature. Everything else is archived. */
export const permanentDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files } = app

  app.delete(
    '/clients/:id',
    {
      config,
      schema: {
        tags: ['clients'],
        operationId: 'deleteClient',
        summary: 'Delete a client that never held a signature, with its sessions and files; its audit trail stays',
        params: Strict({ id: Id }),
        response: { 204: NoContent, ...failures(409) },
      },
    },
    async (request, reply) => {
      await deleteClientForGood({ db, files, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/session/:code',
    {
      config,
      schema: {
        tags: ['sessions'],
        operationId: 'deleteSession',
        summary: 'Delete a session that never held a signature; its audit trail stays',
        params: Strict({ code: Type.String({ maxLength: 40 }) }),
        response: { 204: NoContent, ...failures(409) },
      },
    },
    async (request, reply) => {
      await deleteSessionForGood({ db, files, principal: asAdmin(request.principal) }, request.params.code)
      return reply.code(204).send()
    },
  )
}
