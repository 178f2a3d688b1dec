import { Strict } from '@agency/contract/common'
import { CopyEmail } from '@agency/contract/copy-emails'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asSession } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { getCopyEmail, requestCopyEmail } from './copy-email-service.ts'

const path = '/session/:code/copy-email'
const tags = ['sessions']
const params = Strict({ code: Type.String({ maxLength: 40 }) })

export const copyEmailRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const options = { sendsMail: app.channels.mailReaches, attaches: config.SIGNED_COPY === 'attached' }

  route(app, `GET ${path}`, {
    config: { allow: ['session'], subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'getCopyEmail',
      summary: 'Where the client can have a copy of the signed documents sent',
      params,
      response: { 200: CopyEmail },
    },
    handler: ({ principal, params }) =>
      getCopyEmail({ db, cipher, principal: asSession(principal), ...options }, params.code),
  })

  route(app, `POST ${path}`, {
    config: { allow: ['session'], subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'requestCopyEmail',
      summary: 'E-mail the signed documents to the client: attached, or a link that needs the passcode',
      params,
      response: { 200: CopyEmail, ...failures(409, 429) },
    },
    handler: async ({ principal, params }) => {
      const context = { db, cipher, principal: asSession(principal), publicUrl: config.PUBLIC_URL, ...options }
      const answer = await requestCopyEmail(context, params.code)
      app.wakeOutbox()
      return answer
    },
  })
}
