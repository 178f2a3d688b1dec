import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Id, Strict } from 'contract/common'
import { CoreSessionAuthAnswer, Session, SessionAuthBody, SessionSummary, StartSession } from 'contract/sessions'
import Type from 'typebox'
import { asAdmin, asNobody, asSession } from '../../plugins/principals.ts'
import { listSessions } from './session-repository.ts'
import { closeSession, getSession, openSession, startSession } from './session-service.ts'

const ByCode = Strict({ code: Type.String({ maxLength: 40 }) })

/** Sessions as staff keep them, and the client's way into one. */
export const sessionRoutes: FastifyPluginAsyncTypebox<{ sessionDays: number }> = async (app, { sessionDays }) => {
  const { db, sealer } = app

  app.get(
    '/clients/:id/sessions',
    {
      config: { allow: ['admin'] },
      schema: { params: Strict({ id: Id }), response: { 200: Type.Array(SessionSummary) } },
    },
    (request) => listSessions(db, request.params.id),
  )

  app.post(
    '/session',
    { config: { allow: ['admin'] }, schema: { body: StartSession, response: { 201: Session } } },
    async (request, reply) => {
      const context = { db, sealer, principal: asAdmin(request.principal) }
      return reply.code(201).send(await startSession(context, request.body, sessionDays))
    },
  )

  app.get(
    '/session/:code/details',
    { config: { allow: ['admin', 'session'] }, schema: { params: ByCode, response: { 200: Session } } },
    (request) => getSession({ db, sealer, principal: request.principal }, request.params.code),
  )

  app.post(
    '/api/session/:code/auth',
    {
      config: { allow: ['nobody'] },
      schema: { params: ByCode, body: SessionAuthBody, response: { 200: CoreSessionAuthAnswer } },
    },
    (request) => {
      const context = { db, sealer, principal: asNobody(request.principal) }
      return openSession(context, request.params.code, request.body.passcode)
    },
  )

  app.post(
    '/api/session/:code/logout',
    { config: { allow: ['session'] }, schema: { params: ByCode } },
    async (request, reply) => {
      await closeSession({ db, sealer, principal: asSession(request.principal) })
      return reply.code(204).send()
    },
  )
}
