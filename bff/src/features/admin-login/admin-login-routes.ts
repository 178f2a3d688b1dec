import { CoreLoginAnswer, LoginAnswer, LoginBody } from '@agency/contract/admins'
import { NoContent } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { CompleteLogin, PasskeyChallenge } from '@agency/contract/second-factors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { relayError } from '../../platform/cores/core-client.ts'
import { clearedAtLogout } from '../../platform/http/security-headers.ts'

const tags = ['admins']
const description = 'For anyone, without a login.'
const failed = failures(400, 401, 403, 413, 415, 429, 500, 502, 503, 507)

export const adminLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** Asks core-api as this browser, which is remembered: a challenge is answered by the browser that was asked. */
  const askAsDevice = async (request: FastifyRequest, path: string, body?: unknown) => {
    const device = app.readDevice(request)
    const call = { method: 'POST', path, ...(body === undefined ? {} : { body }) } as const
    const answer = await app.askCore(request, { kind: 'nobody', address: request.ip, device }, call)
    if (answer.status === 200) app.rememberDevice(request, device)
    return answer
  }
  const answerLogin = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const answer = await askAsDevice(request, path, request.body)
    if (answer.status !== 200) return relayError(reply, answer)
    return withToken(app, request, answer.body)
  }

  const logInSchema = {
    tags,
    operationId: 'logIn',
    summary: 'Log in with user name and password',
    description,
    body: LoginBody,
    response: { 200: LoginAnswer, ...failed },
  }
  app.post('/admin/login', { schema: logInSchema }, (request, reply) => answerLogin(request, reply, '/admin/login'))

  const completeSchema = {
    tags,
    operationId: 'completeLogin',
    summary: 'Complete a login with a second factor, or with a passkey alone',
    description,
    body: CompleteLogin,
    response: { 200: LoginAnswer, ...failed, ...failures(410) },
  }
  app.post('/admin/login/complete', { schema: completeSchema }, (request, reply) =>
    answerLogin(request, reply, '/admin/login/complete'),
  )

  const passkeySchema = {
    tags,
    operationId: 'startPasskeyLogin',
    summary: 'Options to log in with a passkey alone',
    description,
    response: { 200: PasskeyChallenge, ...failed },
  }
  app.post('/admin/login/passkey', { schema: passkeySchema }, async (request, reply) => {
    const answer = await askAsDevice(request, '/admin/login/passkey')
    return answer.status === 200 ? Value.Parse(PasskeyChallenge, answer.body) : relayError(reply, answer)
  })

  const logOutSchema = {
    tags,
    operationId: 'logOut',
    summary: 'End this login at once',
    description: 'For staff. Idempotent.',
    security: [{ adminToken: [] }],
    response: { 204: NoContent, ...failures(400, 401, 403, 413, 415, 500, 502, 503, 507) },
  }
  app.post('/admin/logout', { schema: logOutSchema }, async (request, reply) => {
    reply.header('clear-site-data', clearedAtLogout)
    const id = app.readAdminToken(request)
    if (id) {
      const call = { method: 'POST', path: '/admin/logout' } as const
      const answer = await app.askCore(request, { kind: 'admin', id, address: request.ip }, call)
      // The login may live on. Any other answer means that it has ended.
      if (answer.status >= 500) return relayError(reply, answer)
    }
    return reply.code(204).send()
  })
}

/** A login of core-api as the browser gets it: with the token in place of the login's id. */
export function withToken(app: FastifyInstance, request: FastifyRequest, body: unknown): LoginAnswer {
  const { admin_session, ...login } = Value.Parse(CoreLoginAnswer, body)
  if (!admin_session) return login
  // Only browsers send this header (Fetch Metadata, section 2.1), and script cannot set it. A page on another origin
  // has no cookie.
  const isOwnPage = request.headers['sec-fetch-site'] === 'same-origin'
  return { ...login, token: app.issueAdminToken(admin_session, isOwnPage ? request.rememberedDevice : undefined) }
}
