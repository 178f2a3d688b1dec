import { createHash } from 'node:crypto'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { v7 as uuid } from 'uuid'
import { InvalidInput, NotAuthentic } from '../../platform/errors.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import type { EsignProviders } from './esign-providers.ts'
import { insertMessage } from './provider-message-repository.ts'
import { messageJob } from './remote-plugin.ts'

/** Far above what a message without documents has. */
const bodyLimit = 256 * 1024

/** Where a provider tells what happened to its envelopes. A message is believed by its signature, and by that alone. */
export const webhookRoutes: FastifyPluginAsyncTypebox<{ providers: EsignProviders }> = async (app, { providers }) => {
  const { db } = app
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/docusign/webhook',
    {
      bodyLimit,
      config: { allow: ['nobody', 'session', 'admin'] },
      schema: {
        tags: ['esign'],
        operationId: 'receiveProviderMessage',
        summary: 'For DocuSign Connect: tells what happened to an envelope; signed in X-DocuSign-Signature-1',
        response: { 200: Type.Object({ success: Type.Boolean() }), ...failures(403) },
      },
    },
    async ({ body, headers }) => {
      const { name, remote } = providers.main
      if (!remote) throw new NotAuthentic()
      if (!Buffer.isBuffer(body)) throw new InvalidInput([{ field: 'body', message: 'is missing' }])
      const message = {
        id: uuid(),
        provider: name,
        sha256: createHash('sha256').update(body).digest(),
        states: remote.readMessage(body, headers),
      }
      await db.transaction().execute(async (trx) => {
        if (await insertMessage(trx, message)) await queueJob(trx, messageJob, message.id)
      })
      app.wakeJobs()
      return { success: true }
    },
  )
}
