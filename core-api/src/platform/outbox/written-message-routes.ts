import { failures } from '@agency/contract/errors'
import { WrittenMessages } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../access/route.ts'
import { NotFound } from '../errors.ts'
import { type AdminPrincipal, asAdmin } from '../http/principals.ts'
import type { MessageFiles } from '../mail/message-files.ts'

interface ShownMessages {
  /** Undefined unless this is a demonstration, and no server is set up. */
  files: MessageFiles | undefined
  /** Records that staff see these messages, before they do. */
  recordShown(principal: AdminPrincipal, messageIds: string[]): Promise<void>
}

/** The messages of a demonstration. */
export const writtenMessageRoutes: FastifyPluginAsyncTypebox<ShownMessages> = async (app, { files, recordShown }) => {
  route(app, 'GET /outbox', {
    config: { allow: ['admin'], permission: 'outbox.read', subject: 'none' },
    schema: {
      tags: ['service'],
      operationId: 'listWrittenMessages',
      summary: 'The newest messages of a demonstration, in the clear; 404 anywhere else',
      response: { 200: WrittenMessages, ...failures(404) },
    },
    handler: async ({ principal }) => {
      if (!files) throw new NotFound()
      const messages = [...files.newest]
      await recordShown(
        asAdmin(principal),
        messages.map(({ id }) => id),
      )
      return { messages }
    },
  })
}
