import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ConfirmDeletion } from '@agency/contract/permanent-deletion'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { deleteClientForGood } from './permanent-deletion-service.ts'

export const permanentDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files } = app

  route(app, 'DELETE /clients/:id', {
    config: { allow: ['admin'], permission: 'clients.delete', inArchive: true, subject: by.client('params.id') },
    schema: {
      tags: ['clients'],
      operationId: 'deleteClient',
      summary: 'Delete a client that never held a signature, with its sessions and files; its audit trail stays',
      params: Strict({ id: Id }),
      body: ConfirmDeletion,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      await deleteClientForGood({ db, files, principal: asAdmin(principal) }, params.id, body.confirmation)
      return reply.code(204).send()
    },
  })
}
