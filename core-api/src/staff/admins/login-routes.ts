import { CoreLoginAnswer, LoginBody } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { CompleteLogin, PasskeyChallenge, StaffLogin } from '@agency/contract/second-factors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin, asNobody, asStaff } from '../../platform/http/principals.ts'
import { deviceName } from '../../platform/http/user-agent.ts'
import { endLogin, endOtherLogins, listLogins, logIn, logOut } from './login-service.ts'
import { relyingPartyOf } from './second-factor/passkeys.ts'
import { completeLogin, startPasskeyLogin } from './second-factor/second-step.ts'

const tags = ['admins']

export const loginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const party = relyingPartyOf(config.STAFF_URL)
  const contextOf = (request: FastifyRequest) => ({
    db,
    cipher,
    party,
    staffMfa: config.staffMfa,
    idleMinutes: config.STAFF_IDLE_MINUTES,
    passwordLogin: config,
    principal: asNobody(request.principal),
    deviceName: deviceName(request.headers['user-agent']),
  })

  route(app, 'POST /admin/login', {
    config: { allow: ['nobody'], subject: 'none' },
    schema: {
      tags,
      operationId: 'logIn',
      summary: 'Log in with user name and password',
      body: LoginBody,
      response: { 200: CoreLoginAnswer, ...failures(429) },
    },
    handler: (request) => logIn(contextOf(request), request.body),
  })

  route(app, 'POST /admin/login/passkey', {
    config: { allow: ['nobody'], subject: 'none' },
    schema: {
      tags,
      operationId: 'startPasskeyLogin',
      summary: 'Options to log in with a passkey alone',
      response: { 200: PasskeyChallenge, ...failures(429) },
    },
    handler: (request) => startPasskeyLogin(contextOf(request)),
  })

  route(app, 'POST /admin/login/complete', {
    config: { allow: ['nobody'], subject: 'none' },
    schema: {
      tags,
      operationId: 'completeLogin',
      summary: 'Complete a login with a second factor, or with a passkey alone',
      body: CompleteLogin,
      response: { 200: CoreLoginAnswer, ...failures(410, 429) },
    },
    handler: (request) => completeLogin(contextOf(request), request.body),
  })

  route(app, 'POST /admin/logout', {
    config: { allow: ['admin', 'enrolling'], permission: 'account', subject: 'none', whileDiskFull: true },
    schema: { tags, operationId: 'logOut', summary: 'End this login at once', response: { 204: NoContent } },
    handler: async (request, reply) => {
      await logOut(db, asStaff(request.principal))
      return reply.code(204).send()
    },
  })

  route(app, 'GET /admin/me/logins', {
    config: { allow: ['admin'], permission: 'account', subject: 'none' },
    schema: {
      tags,
      operationId: 'listLogins',
      summary: 'Where the caller is logged in',
      response: { 200: Type.Array(StaffLogin) },
    },
    handler: (request) => listLogins(db, asAdmin(request.principal)),
  })

  route(app, 'DELETE /admin/me/logins/:id', {
    config: { allow: ['admin'], permission: 'account', subject: 'none', whileDiskFull: true },
    schema: {
      tags,
      operationId: 'endLogin',
      summary: 'End one of the caller’s logins',
      params: Strict({ id: Id }),
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await endLogin(db, asAdmin(request.principal), request.params.id)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/me/logins/end-others', {
    config: { allow: ['admin'], permission: 'account', subject: 'none', whileDiskFull: true },
    schema: {
      tags,
      operationId: 'endOtherLogins',
      summary: 'End all of the caller’s logins but this one',
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await endOtherLogins(db, asAdmin(request.principal))
      return reply.code(204).send()
    },
  })
}
