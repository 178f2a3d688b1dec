import { Strict } from '@agency/contract/common'
import { CopyEmail } from '@agency/contract/copy-emails'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { asSession } from '../../platform/http/principals.ts'
import { getCopyEmail, requestCopyEmail } from './copy-email-service.ts'

const path = '/session/:code/copy-email'
const tags = ['sessions']
const params = Strict({ code: Type.String({ maxLength: 40 }) })

/** A client asks for the link to the signed documents by e-mail. */
export const copyEmailRoutes: FastifyPluginAsyncTypebox<{ sendsMail: boolean }> = async (app, { sendsMail }) => {
  const { db, cipher } = app

  app.get(
    path,
    {
      config: { allow: ['session'] },
      schema: {
        tags,
        operationId: 'getCopyEmail',
        summary: 'Where the client can have a link to the signed documents sent',
        params,
        response: { 200: CopyEmail },
      },
    },
    ({ principal, params }) => getCopyEmail({ db, cipher, principal: asSession(principal), sendsMail }, params.code),
  )

  app.post(
    path,
    {
      config: { allow: ['session'] },
      schema: {
        tags,
        operationId: 'requestCopyEmail',
        summary: 'Send the client a link to the signed documents by e-mail; it needs the passcode',
        params,
        response: { 200: CopyEmail, ...failures(409, 429) },
      },
    },
    async ({ principal, params }) => {
      const answer = await requestCopyEmail({ db, cipher, principal: asSession(principal), sendsMail }, params.code)
      app.wakeJobs()
      return answer
    },
  )
}
