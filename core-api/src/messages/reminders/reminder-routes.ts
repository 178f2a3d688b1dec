import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RemindAnswer, RemindBody } from '@agency/contract/session-forms'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { remindClient, remindOfSession } from './reminder-service.ts'

export const reminderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config, channels } = app
  const sendsMail = channels.mailReaches
  const contextOf = async (request: FastifyRequest) => {
    const { name: agencyName } = await app.agency.requireComplete()
    const settings = { agencyName, publicUrl: config.PUBLIC_URL }
    const call = idempotentCall(cipher, request, request.body ?? null)
    return { db, cipher, principal: asAdmin(request.principal), settings, sendsMail, call }
  }

  route(app, 'POST /sessionforms/:id/remind', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags: ['session-forms'],
      operationId: 'remindOfSessionForm',
      summary: 'Remind the client of a document: by e-mail, or with a text that staff send themselves',
      params: Strict({ id: Id }),
      headers: IdempotencyHeaders,
      body: RemindBody,
      response: { 200: RemindAnswer, ...failures(409, 422, 429) },
    },
    handler: async (request) => {
      const answer = await remindClient(await contextOf(request), request.params.id, request.body?.note)
      app.wakeOutbox()
      return answer
    },
  })

  route(app, 'POST /session/:code/remind', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionCode('params.code') },
    schema: {
      tags: ['sessions'],
      operationId: 'remindOfSession',
      summary: 'Remind the client of the first document of a session that waits: by e-mail, or with a text for staff',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      headers: IdempotencyHeaders,
      response: { 200: RemindAnswer, ...failures(409, 422, 429) },
    },
    handler: async (request) => {
      const answer = await remindOfSession(await contextOf(request), request.params.code)
      app.wakeOutbox()
      return answer
    },
  })
}
