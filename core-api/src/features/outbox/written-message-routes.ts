import { failures } from '@agency/contract/errors'
import { WrittenMessages } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import type { MessageFiles } from '../../platform/mail/message-files.ts'
import { recordShownMessages } from '../sessions/passcode-reads.ts'

/** The messages of a demonstration. @param files undefined unless this is one, and no server is set up */
export const writtenMessageRoutes: FastifyPluginAsyncTypebox<{ files: MessageFiles | undefined }> = async (
  app,
  { files },
) => {
  app.get(
    '/outbox',
    {
      config: { allow: ['admin'], permission: 'outbox.read' },
      schema: {
        tags: ['service'],
        operationId: 'listWrittenMessages',
        summary: 'The newest messages of a demonstration, in the clear; 404 anywhere else',
        response: { 200: WrittenMessages, ...failures(404) },
      },
    },
    async ({ principal }) => {
      if (!files) throw new NotFound()
      const messages = [...files.newest]
      const context = { db: app.db, cipher: app.cipher, principal: asAdmin(principal) }
      await recordShownMessages(
        context,
        messages.map(({ id }) => id),
      )
      return { messages }
    },
  )
}
