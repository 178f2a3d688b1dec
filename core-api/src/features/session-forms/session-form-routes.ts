import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Id, Strict } from 'contract/common'
import { CreateSessionForm, SessionForm, SessionFormList, UpdateSessionForm } from 'contract/session-forms'
import { asAdmin } from '../../plugins/principals.ts'
import { sendPdf } from '../files/send-pdf.ts'
import { attachForm, changeForm, getSessionForms, readSessionFormFile, removeForm } from './session-form-service.ts'

const ById = Strict({ id: Id })

/** The documents of a session: attached and removed by staff, read by staff and by the client whose session it is. */
export const sessionFormRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files } = app

  app.get(
    '/sessionforms/session/:id',
    { config: { allow: ['admin', 'session'] }, schema: { params: ById, response: { 200: SessionFormList } } },
    async ({ principal, params }) => ({ success: true, data: await getSessionForms({ db, principal }, params.id) }),
  )

  app.post(
    '/sessionforms',
    { config: { allow: ['admin'] }, schema: { body: CreateSessionForm, response: { 201: SessionForm } } },
    async (request, reply) =>
      reply.code(201).send(await attachForm({ db, principal: asAdmin(request.principal) }, request.body)),
  )

  app.put(
    '/sessionforms/:id',
    {
      config: { allow: ['admin'] },
      schema: { params: ById, body: UpdateSessionForm, response: { 200: SessionForm } },
    },
    (request) => changeForm({ db, principal: asAdmin(request.principal) }, request.params.id, request.body),
  )

  app.delete(
    '/sessionforms/:id',
    { config: { allow: ['admin'] }, schema: { params: ById } },
    async (request, reply) => {
      await removeForm({ db, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/sessionforms/:id/file',
    { config: { allow: ['admin', 'session'] }, schema: { params: ById } },
    async ({ principal, params }, reply) =>
      sendPdf(reply, await readSessionFormFile({ db, files, principal }, params.id)),
  )
}
