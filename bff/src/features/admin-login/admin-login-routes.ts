import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CoreLoginAnswer, type LoginAnswer, LoginBody } from 'contract/admins'
import { Value } from 'typebox/value'
import { relayError } from '../../plugins/core-client.ts'

/** Staff log in and out. */
export const adminLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/admin/login', { schema: { body: LoginBody } }, async (request, reply) => {
    const call = { method: 'POST', path: '/admin/login', body: request.body } as const
    const answer = await app.askCore(request, { kind: 'nobody', address: request.ip }, call)
    if (answer.status !== 200) return relayError(reply, answer)
    const { admin_session, ...login } = Value.Parse(CoreLoginAnswer, answer.body)
    const body: LoginAnswer = admin_session ? { ...login, token: app.issueAdminToken(admin_session) } : login
    return body
  })

  app.post('/admin/logout', async (request, reply) => {
    const id = app.readAdminToken(request)
    if (id)
      await app.askCore(request, { kind: 'admin', id, address: request.ip }, { method: 'POST', path: '/admin/logout' })
    return reply.code(204).send()
  })
}
