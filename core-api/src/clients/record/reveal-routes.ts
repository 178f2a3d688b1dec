import { RevealedField } from '@agency/contract/audit'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import { RevealedValues, RevealFields } from '@agency/contract/reveals'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { NotFound } from '../../platform/errors.ts'
import { by } from '../../platform/http/subject.ts'
import { createOncePerKey, IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { clientExists, revealFields } from './client-service.ts'

const config = {
  allow: ['admin'],
  permission: 'clients.sensitive',
  subject: by.client('params.id'),
  inArchive: true,
  whileDiskFull: true,
} as const

export const revealRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  route(app, 'POST /clients/:id/reveals', {
    config,
    schema: {
      tags: ['clients'],
      operationId: 'revealClientFields',
      summary: 'The values of masked fields; each answer is on the audit trail',
      params: Strict({ id: Id }),
      headers: RevealReasonHeaders,
      body: RevealFields,
      response: { 200: RevealedValues, ...failures(429) },
    },
    handler: async ({ principal, params, body }) => {
      await recordReads.count(principal, params.id)
      return db.transaction().execute((trx) => revealFields({ db: trx, cipher, principal }, params.id, body.fields))
    },
  })

  route(app, 'POST /clients/:id/opened', {
    config,
    schema: {
      tags: ['clients'],
      operationId: 'revealClientField',
      summary: 'Report that a masked field was revealed, for apps that hold its value',
      params: Strict({ id: Id }),
      headers: IdempotencyHeaders,
      body: RevealedField,
      response: { 204: NoContent, ...failures(422) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      const event = {
        action: 'client.field-shown' as const,
        clientId: params.id,
        subjectId: params.id,
        fields: [body.field],
      }
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
  })
}
