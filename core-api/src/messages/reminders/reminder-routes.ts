import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RemindAnswer } from '@agency/contract/session-forms'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { remindClient } from './reminder-service.ts'

/** Staff remind a client of a document. */
export const reminderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config, channels } = app
  const sendsMail = channels.modes.email === 'server'

  route(app, 'POST /sessionforms/:id/remind', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags: ['session-forms'],
      operationId: 'remindOfSessionForm',
      summary: 'Remind the client of a document: by e-mail, or with a text that staff send themselves',
      params: Strict({ id: Id }),
      headers: IdempotencyHeaders,
      response: { 200: RemindAnswer, ...failures(409, 422, 429) },
    },
    handler: async (request) => {
      const call = idempotentCall(cipher, request, null)
      const { name: agencyName } = await app.agency.requireComplete()
      const settings = { agencyName, publicUrl: config.PUBLIC_URL }
      const context = { db, cipher, principal: asAdmin(request.principal), settings, sendsMail, call }
      const answer = await remindClient(context, request.params.id)
      app.wakeOutbox()
      return answer
    },
  })
}
