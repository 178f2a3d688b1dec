import { RevealedField } from '@agency/contract/audit'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound } from '../../platform/errors.ts'
import { createOncePerKey, IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { clientExists } from './client-service.ts'

/** Writes to the audit trail that a staff member has revealed one masked field. */
export const revealRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app

  app.post(
    '/clients/:id/opened',
    {
      config: { allow: ['admin'], inArchive: true },
      schema: {
        tags: ['clients'],
        operationId: 'revealClientField',
        summary: 'Report that a masked field was revealed',
        params: Strict({ id: Id }),
        headers: IdempotencyHeaders,
        body: RevealedField,
        response: { 204: NoContent, ...failures(422) },
      },
    },
    async (request, reply) => {
      const { principal, params, body } = request
      const event = { action: 'client.field-shown', clientId: params.id, subjectId: params.id, fields: [body.field] }
      await createOncePerKey(
        { db, call: idempotentCall(cipher, request, body) },
        {
          ids: [],
          make: async (trx) => {
            if (!(await clientExists(trx, params.id))) throw new NotFound()
            await recordEvent(trx, principal, event)
          },
          read: async () => undefined,
        },
      )
      return reply.code(204).send()
    },
  )
}
