import { NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ConfirmDeletion } from '@agency/contract/permanent-deletion'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { deleteSessionForGood } from './session-deletion.ts'

export const sessionDeletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files } = app

  route(app, 'DELETE /session/:code', {
    config: {
      allow: ['admin'],
      permission: 'clients.delete',
      inArchive: true,
      subject: by.sessionCode('params.code'),
    },
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
