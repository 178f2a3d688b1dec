import { failures } from '@agency/contract/errors'
import { WrittenMessages } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound } from '../../platform/errors.ts'
import type { MessageFiles } from '../../platform/mail/message-files.ts'

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
    async () => {
      if (!files) throw new NotFound()
      return { messages: [...files.newest] }
    },
  )
}
