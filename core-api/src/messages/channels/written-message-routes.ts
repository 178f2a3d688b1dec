import { failures } from '@agency/contract/errors'
import { WrittenMessages } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { NotFound } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { recordShownMessages } from '../../sessions/sessions/passcode-reads.ts'

export const writtenMessageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, channels } = app

  route(app, 'GET /outbox', {
    config: { allow: ['admin'], permission: 'outbox.read', subject: 'none' },
    schema: {
      tags: ['service'],
      operationId: 'listWrittenMessages',
      summary: 'The newest messages of a demonstration, in the clear; 404 anywhere else',
      response: { 200: WrittenMessages, ...failures(404) },
    },
    handler: async ({ principal }) => {
      if (!channels.shown) throw new NotFound()
      const messages = [...channels.shown.newest]
      const ids = messages.map(({ id }) => id)
      await recordShownMessages({ db, cipher, principal: asAdmin(principal) }, ids)
      return { messages }
    },
  })
}
