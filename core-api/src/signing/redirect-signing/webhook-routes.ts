import { createHash } from 'node:crypto'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { v7 as uuid } from 'uuid'
import { route } from '../../platform/access/route.ts'
import { InvalidInput, NotAuthentic } from '../../platform/errors.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import { insertMessage } from './provider-message-repository.ts'
import { messageJob } from './redirect-signing-plugin.ts'

/** Bytes; far more than a message without documents has. */
const bodyLimit = 256 * 1024

/** The webhook of the provider. A message is authenticated by its signature only. */
export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, esignProviders: providers } = app
  // The signature is over the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  route(app, 'POST /docusign/webhook', {
    config: { allow: ['nobody', 'session', 'admin'], subject: 'none' },
    bodyLimit,
    schema: {
      tags: ['esign'],
      operationId: 'receiveProviderMessage',
      summary: 'Webhook of DocuSign Connect: reports the state of an envelope; signed in X-DocuSign-Signature-1',
      response: { 200: Type.Object({ success: Type.Boolean() }), ...failures(403) },
    },
    handler: async ({ body, headers }) => {
      const { name, redirect } = providers.main
      if (!redirect) throw new NotAuthentic()
      if (!Buffer.isBuffer(body)) throw new InvalidInput([{ field: 'body', message: 'is missing' }])
      const message = {
        id: uuid(),
        provider: name,
        sha256: createHash('sha256').update(body).digest(),
        states: redirect.readMessage(body, headers),
      }
      await db.transaction().execute(async (trx) => {
        if (await insertMessage(trx, message)) await queueJob(trx, messageJob, message.id)
      })
      app.wakeJobs()
      return { success: true }
    },
  })
}
