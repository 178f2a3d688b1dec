import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ConfirmDeletion } from '@agency/contract/permanent-deletion'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { deleteClientForGood, deleteSessionForGood } from './permanent-deletion-service.ts'

const config = { allow: ['admin'], permission: 'clients.delete', inArchive: true } as const

/** Deletes permanently what never held a signature, once its name or code was typed. Everything else is archived. */
export const permanentDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files } = app

  route(app, 'DELETE /clients/:id', {
    config: { ...config, subject: by.client('params.id') },
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

  route(app, 'DELETE /session/:code', {
    config: { ...config, subject: by.sessionCode('params.code') },
    schema: {
      tags: ['sessions'],
      operationId: 'deleteSession',
      summary: 'Delete a session that never held a signature; its audit trail stays',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      body: ConfirmDeletion,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      await deleteSessionForGood({ db, files, principal: asAdmin(principal) }, params.code, body.confirmation)
      return reply.code(204).send()
    },
  })
}
