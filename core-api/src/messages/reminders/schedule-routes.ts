import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { SessionReminders, UpdateSessionReminders } from '@agency/contract/session-reminders'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { changeReminders, getReminders, scheduleSettings } from './schedule-service.ts'

const tags = ['sessions']
const params = Strict({ code: Type.String({ maxLength: 40 }) })
const path = '/session/:code/reminders'

export const scheduleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const settings = scheduleSettings(app.config)

  route(app, `GET ${path}`, {
    config: { allow: ['admin'], permission: 'clients.read', subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'getSessionReminders',
      summary: 'The reminder schedule of a session: its plan, what was sent, and what comes next',
      params,
      response: { 200: { ...SessionReminders, ...etag } },
    },
    handler: async ({ principal, params }, reply) => {
      const context = { db, cipher, settings, principal: asAdmin(principal) }
      return withEtag(reply, await getReminders(context, params.code))
    },
  })

  route(app, `PUT ${path}`, {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'updateSessionReminders',
      summary: 'Change the reminder plan of a session; pause or resume it',
      params,
      headers: IfMatch,
      body: UpdateSessionReminders,
      response: { 200: { ...SessionReminders, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, settings, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changeReminders(context, params.code, body, readIfMatch(request)))
    },
  })
}
