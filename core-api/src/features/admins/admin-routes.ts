import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Admin, CoreLoginAnswer, CreateAdmin, LoginBody, SetPassword, UpdateAdmin } from 'contract/admins'
import { Id, Strict } from 'contract/common'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Forbidden } from '../../errors.ts'
import { asAdmin, asNobody } from '../../plugins/principals.ts'
import { listAdmins } from './admin-repository.ts'
import { changeAdmin, createAdmin, getAdmin, removeAdmin, setPassword } from './admin-service.ts'
import { logIn, logOut } from './login-service.ts'

const ById = Strict({ id: Id })

/** Logging in and out, and keeping the staff. @param management who may change staff: every admin, or power alone */
export const adminRoutes: FastifyPluginAsyncTypebox<{ management: 'everyone' | 'power' }> = async (
  app,
  { management },
) => {
  const { db, sealer } = app
  const config = { allow: ['admin'] as const }
  const managing = (request: FastifyRequest) => {
    const principal = asAdmin(request.principal)
    if (management === 'power' && principal.role !== 'power') throw new Forbidden()
    return { db, principal }
  }

  app.post(
    '/admin/login',
    { config: { allow: ['nobody'] }, schema: { body: LoginBody, response: { 200: CoreLoginAnswer } } },
    (request) => logIn({ db, sealer, principal: asNobody(request.principal) }, request.body),
  )

  app.post('/admin/logout', { config }, async (request, reply) => {
    await logOut(db, asAdmin(request.principal))
    return reply.code(204).send()
  })

  app.get('/admin/list', { config, schema: { response: { 200: Type.Array(Admin) } } }, () => listAdmins(db))

  app.get('/admin/:id', { config, schema: { params: ById, response: { 200: Admin } } }, (request) =>
    getAdmin(db, request.params.id),
  )

  app.post(
    '/admin/create',
    { config, schema: { body: CreateAdmin, response: { 201: Admin } } },
    async (request, reply) => reply.code(201).send(await createAdmin(managing(request), request.body)),
  )

  app.put(
    '/admin/:id/update',
    { config, schema: { params: ById, body: UpdateAdmin, response: { 200: Admin } } },
    (request) => changeAdmin(managing(request), request.params.id, request.body),
  )

  app.put('/admin/:id/password', { config, schema: { params: ById, body: SetPassword } }, async (request, reply) => {
    await setPassword(managing(request), request.params.id, request.body.password)
    return reply.code(204).send()
  })

  app.delete('/admin/:id', { config, schema: { params: ById } }, async (request, reply) => {
    await removeAdmin(managing(request), request.params.id)
    return reply.code(204).send()
  })
}
