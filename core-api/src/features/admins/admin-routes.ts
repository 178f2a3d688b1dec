import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Admin, CoreLoginAnswer, LoginBody } from 'contract/admins'
import Type from 'typebox'
import { asAdmin, asNobody } from '../../plugins/principals.ts'
import { listAdmins } from './admin-repository.ts'
import { logIn, logOut } from './login-service.ts'

/** Logging in and out, and who the staff are. */
export const adminRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, sealer } = app

  app.post(
    '/admin/login',
    { config: { allow: ['nobody'] }, schema: { body: LoginBody, response: { 200: CoreLoginAnswer } } },
    (request) => logIn({ db, sealer, principal: asNobody(request.principal) }, request.body),
  )

  app.post('/admin/logout', { config: { allow: ['admin'] } }, async (request, reply) => {
    await logOut(db, asAdmin(request.principal))
    return reply.code(204).send()
  })

  app.get('/admin/list', { config: { allow: ['admin'] }, schema: { response: { 200: Type.Array(Admin) } } }, () =>
    listAdmins(db),
  )
}
