import { CoreLoginAnswer, LoginAnswer, LoginBody } from '@agency/contract/admins'
import { NoContent } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Value } from 'typebox/value'
import { relayError } from '../../platform/cores/core-client.ts'
import { clearedAtLogout } from '../../platform/http/security-headers.ts'

const tags = ['admins']

/** Login and logout of staff. */
export const adminLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const logInSchema = {
    tags,
    operationId: 'logIn',
    summary: 'Log in with user name and password',
    description: 'For anyone, without a login.',
    body: LoginBody,
    response: { 200: LoginAnswer, ...failures(400, 401, 413, 415, 429, 500, 502, 503) },
  }
  app.post('/admin/login', { schema: logInSchema }, async (request, reply) => {
    const call = { method: 'POST', path: '/admin/login', body: request.body } as const
    const device = app.readDevice(request)
    const answer = await app.askCore(request, { kind: 'nobody', address: request.ip, device }, call)
    if (answer.status !== 200) return relayError(reply, answer)
    app.rememberDevice(request, device)
    const { admin_session, ...login } = Value.Parse(CoreLoginAnswer, answer.body)
    const body: LoginAnswer = admin_session ? { ...login, token: app.issueAdminToken(admin_session) } : login
    return body
  })

  const logOutSchema = {
    tags,
    operationId: 'logOut',
    summary: 'End this login at once',
    description: 'For staff. Idempotent.',
    security: [{ adminToken: [] }],
    response: { 204: NoContent, ...failures(400, 401, 413, 415, 500, 502) },
  }
  app.post('/admin/logout', { schema: logOutSchema }, async (request, reply) => {
    reply.header('clear-site-data', clearedAtLogout)
    const id = app.readAdminToken(request)
    if (id)
      await app.askCore(request, { kind: 'admin', id, address: request.ip }, { method: 'POST', path: '/admin/logout' })
    return reply.code(204).send()
  })
}
