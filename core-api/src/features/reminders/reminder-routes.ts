import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Id, Strict } from 'contract/common'
import { failures } from 'contract/errors'
import { RemindAnswer } from 'contract/session-forms'
import { asAdmin } from '../../plugins/principals.ts'
import { type ReminderSettings, remindClient } from './reminder-service.ts'

/** Staff remind a client of a document. */
export const reminderRoutes: FastifyPluginAsyncTypebox<{ settings: ReminderSettings; sendsMail: boolean }> = async (
  app,
  { settings, sendsMail },
) => {
  const { db } = app

  app.post(
    '/sessionforms/:id/remind',
    {
      config: { allow: ['admin'] },
      schema: {
        tags: ['session-forms'],
        operationId: 'remindOfSessionForm',
        summary: 'Remind the client of a document: by e-mail, or with a text for staff to pass on',
        params: Strict({ id: Id }),
        response: { 200: RemindAnswer, ...failures(409) },
      },
    },
    async (request) => {
      const context = { db, principal: asAdmin(request.principal), settings, sendsMail }
      const answer = await remindClient(context, request.params.id)
      app.wakeJobs()
      return answer
    },
  )
}
