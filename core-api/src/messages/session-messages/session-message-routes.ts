import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { InvitationPreview, PreviewInvitation, SendSession, SessionMessages } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { brandOf } from '../../platform/outbox/templates/brand.ts'
import { handOverByHand } from '../../sessions/sessions/hand-over.ts'
import { previewInvitation } from './invitation-preview.ts'
import { getSessionMessages, releaseSend, retryMessage, sendSession } from './session-message-service.ts'

const tags = ['sessions']
const reading = { allow: ['admin'], permission: 'clients.read', subject: by.sessionCode('params.code') } as const
const writing = { allow: ['admin'], permission: 'sessions.write', subject: by.sessionCode('params.code') } as const
const code = Type.String({ maxLength: 40 })
const path = '/session/:code/messages'

export const sessionMessageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, agency, config } = app
  const { PUBLIC_URL: publicUrl, CONTACT_CHANGE_DAYS: contactDays } = config
  const options = { publicUrl, contactDays, modes: app.channels.reaching }

  route(app, `GET ${path}`, {
    config: reading,
    schema: {
      tags,
      operationId: 'listSessionMessages',
      summary: 'The messages of a session, and by which channels it can be sent',
      params: Strict({ code }),
      response: { 200: SessionMessages },
    },
    handler: ({ principal, params }) =>
      getSessionMessages({ db, cipher, principal: asAdmin(principal), ...options }, params.code),
  })

  route(app, `POST ${path}`, {
    config: writing,
    schema: {
      tags,
      operationId: 'sendSession',
      summary: 'Send the link of a session to its client, and the passcode by another channel',
      params: Strict({ code }),
      headers: IdempotencyHeaders,
      body: SendSession,
      response: { 200: SessionMessages, ...failures(409, 422, 429) },
    },
    handler: async (request) => {
      await agency.requireComplete()
      const call = idempotentCall(cipher, request, request.body)
      const context = { db, cipher, principal: asAdmin(request.principal), call, ...options }
      const answer = await sendSession(context, request.params.code, request.body)
      app.wakeOutbox()
      return answer
    },
  })

  route(app, `POST ${path}/preview`, {
    config: writing,
    schema: {
      tags,
      operationId: 'previewInvitation',
      summary: 'The message with the link as it will arrive, with a personal line',
      params: Strict({ code }),
      body: PreviewInvitation,
      response: { 200: InvitationPreview },
    },
    handler: async ({ principal, params, body }) => {
      const context = { db, cipher, principal: asAdmin(principal), ...options, brand: await brandOf(agency) }
      return previewInvitation(context, params.code, body)
    },
  })

  route(app, 'POST /session/:code/handed-over', {
    config: writing,
    schema: {
      tags,
      operationId: 'handOverSession',
      summary: 'Staff have copied the link or passcode for the client; the first time, the documents count as sent',
      params: Strict({ code }),
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async ({ principal, params }, reply) => {
      await agency.requireComplete()
      await handOverByHand({ db, principal: asAdmin(principal) }, params.code)
      return reply.code(204).send()
    },
  })

  route(app, `POST ${path}/release`, {
    config: { allow: ['admin'], permission: 'sessions.passcode', subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'releaseSession',
      summary: 'Send what waits, because whoever asked for it has changed the contact of the client',
      params: Strict({ code }),
      headers: IdempotencyHeaders,
      response: { 200: SessionMessages, ...failures(409, 422) },
    },
    handler: async (request) => {
      await agency.requireComplete()
      const call = idempotentCall(cipher, request, undefined)
      const context = { db, cipher, principal: asAdmin(request.principal), call, ...options }
      const answer = await releaseSend(context, request.params.code)
      app.wakeOutbox()
      return answer
    },
  })

  route(app, `POST ${path}/:id/retry`, {
    config: writing,
    schema: {
      tags,
      operationId: 'retrySessionMessage',
      summary: 'Send a message again that was given up, to the address that the record has now',
      params: Strict({ code, id: Id }),
      headers: IdempotencyHeaders,
      response: { 200: SessionMessages, ...failures(409, 422, 429) },
    },
    handler: async (request) => {
      await agency.requireComplete()
      const call = idempotentCall(cipher, request, undefined)
      const context = { db, cipher, principal: asAdmin(request.principal), call, ...options }
      const answer = await retryMessage(context, request.params.code, request.params.id)
      app.wakeOutbox()
      return answer
    },
  })
}
