import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ShownField } from 'contract/audit'
import { Id, NoContent, Strict } from 'contract/common'
import { NotFound } from '../../errors.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { clientExists } from './client-service.ts'

/** Writes to the audit trail that a staff member has uncovered one masked value on a card. */
export const shownFieldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app

  app.post(
    '/clients/:id/opened',
    {
      config: { allow: ['admin'] },
      schema: {
        tags: ['clients'],
        operationId: 'showClientField',
        summary: 'Say that a masked value was uncovered',
        params: Strict({ id: Id }),
        body: ShownField,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await clientExists(db, id))) throw new NotFound()
      const event = { action: 'client.field-shown', clientId: id, subjectId: id, fields: [request.body.field] }
      await recordEvent(db, request.principal, event)
      return reply.code(204).send()
    },
  )
}
