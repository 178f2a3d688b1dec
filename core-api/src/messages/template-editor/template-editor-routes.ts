import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { Language } from '@agency/contract/esign'
import {
  MessagePreview,
  MessageTemplate,
  MessageTemplateSummary,
  MessageTexts,
  TestMessageAnswer,
} from '@agency/contract/message-templates'
import { MessageKind } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { brandOf } from '../../platform/outbox/templates/brand.ts'
import { changeTemplate, getTemplate, listTemplates } from '../../platform/outbox/templates/message-template-service.ts'
import { previewMessage, sendTestMessage } from './message-preview.ts'

const tags = ['message-templates']
const config = { allow: ['admin'], permission: 'messages.write', subject: 'none' } as const
const params = Strict({ kind: MessageKind, language: Language })
const one = '/message-templates/:kind/:language'

export const templateEditorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const readLook = async () => ({ brand: await brandOf(app.agency), publicUrl: app.config.PUBLIC_URL })

  route(app, 'GET /message-templates', {
    config,
    schema: {
      tags,
      operationId: 'listMessageTemplates',
      summary: 'The templates of all kinds of messages in all languages',
      response: { 200: Type.Array(MessageTemplateSummary), ...failures(403) },
    },
    handler: () => listTemplates(db),
  })

  route(app, `GET ${one}`, {
    config,
    schema: {
      tags,
      operationId: 'getMessageTemplate',
      summary: 'One template, with its placeholders and versions',
      params,
      response: { 200: { ...MessageTemplate, ...etag }, ...failures(403) },
    },
    handler: async (request, reply) => {
      return withEtag(reply, await getTemplate(db, request.params))
    },
  })

  route(app, `PUT ${one}`, {
    config,
    schema: {
      tags,
      operationId: 'changeMessageTemplate',
      summary: 'Store a new version of a template; a placeholder that its messages don’t have is refused',
      params,
      headers: IfMatch,
      body: MessageTexts,
      response: { 200: { ...MessageTemplate, ...etag }, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changeTemplate(context, params, body, readIfMatch(request)))
    },
  })

  route(app, `DELETE ${one}`, {
    config,
    schema: {
      tags,
      operationId: 'resetMessageTemplate',
      summary: 'Reset a template to its default texts, as a new version',
      params,
      headers: IfMatch,
      response: { 200: { ...MessageTemplate, ...etag }, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      return withEtag(reply, await changeTemplate(context, request.params, null, readIfMatch(request)))
    },
  })

  route(app, `POST ${one}/preview`, {
    config,
    schema: {
      tags,
      operationId: 'previewMessageTemplate',
      summary: 'What texts would look like, with sample values; nothing is stored',
      params,
      body: MessageTexts,
      response: { 200: MessagePreview, ...failures(403) },
    },
    handler: async (request) => {
      return previewMessage(await readLook(), request.params, request.body)
    },
  })

  route(app, `POST ${one}/test`, {
    config,
    schema: {
      tags,
      operationId: 'sendTestMessage',
      summary: 'Send the stored texts with sample values to one’s own e-mail address',
      params,
      headers: IdempotencyHeaders,
      response: { 200: TestMessageAnswer, ...failures(403, 409, 422) },
    },
    handler: async (request) => {
      const principal = asAdmin(request.principal)
      const call = idempotentCall(cipher, request, null)
      const answer = await sendTestMessage({ db, cipher, principal, call, ...(await readLook()) }, request.params)
      app.wakeOutbox()
      return answer
    },
  })
}
