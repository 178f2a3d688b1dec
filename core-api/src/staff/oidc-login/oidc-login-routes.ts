import { AdminIdentity, ByProvider, CoreLoginAnswer, OidcFinish, OidcStart } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { Confirmed } from '@agency/contract/second-factors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { Forbidden } from '../../platform/errors.ts'
import { asAdmin, asNobody } from '../../platform/http/principals.ts'
import { deviceName } from '../../platform/http/user-agent.ts'
import { OidcClient } from './oidc-client.ts'
import { beginOidcLogin, disconnectProvider, finishOidcLogin, listIdentities } from './oidc-login-service.ts'

const tags = ['admins']

export const oidcLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, log, config: passwordLogin } = app
  const { oidcProviders, staffMfa, STAFF_URL: staffUrl, STAFF_IDLE_MINUTES: idleMinutes } = passwordLogin
  const redirectUri = `${staffUrl.replace(/\/$/, '')}/admin/login/provider`
  const clients = oidcProviders.map((provider) => new OidcClient(provider, redirectUri))
  const context = { db, cipher, clients, log, passwordLogin }

  route(app, 'POST /admin/oidc/:provider/start', {
    config: { allow: ['nobody', 'admin'], subject: 'none' },
    schema: {
      tags,
      operationId: 'startOidcLogin',
      summary: 'Begin a login at an OpenID provider, or, confirmed, connect it to one’s account',
      params: ByProvider,
      body: Strict({ device: Id, confirmation: Type.Optional(Id) }),
      response: { 200: OidcStart, ...failures(403, 429) },
    },
    handler: async ({ principal, params, body }) => {
      if (principal.kind === 'session' || principal.kind === 'enrolling') throw new Forbidden()
      return { url: await beginOidcLogin(context, { principal, ...params, ...body }) }
    },
  })

  route(app, 'POST /admin/oidc/finish', {
    config: { allow: ['nobody'], subject: 'none' },
    schema: {
      tags,
      operationId: 'finishOidcLogin',
      summary: 'End a login at an OpenID provider with its answer',
      body: OidcFinish,
      response: { 200: CoreLoginAnswer, ...failures(403) },
    },
    handler: ({ principal, body, headers }) => {
      const nobody = asNobody(principal)
      const { device } = nobody
      if (device === undefined) throw new Forbidden()
      const source = { principal: { ...nobody, device }, idleMinutes, staffMfa }
      return finishOidcLogin(context, {
        ...source,
        deviceName: deviceName(headers['user-agent']),
        query: body.query,
      })
    },
  })

  route(app, 'GET /admin/me/providers', {
    config: { allow: ['admin'], permission: 'account', subject: 'none' },
    schema: {
      tags,
      operationId: 'listProviders',
      summary: 'The OpenID providers, and whether each is connected to one’s account',
      response: { 200: Type.Array(AdminIdentity) },
    },
    handler: ({ principal }) => listIdentities({ db, clients }, asAdmin(principal)),
  })

  route(app, 'POST /admin/me/providers/:provider/disconnect', {
    config: { allow: ['admin'], permission: 'account', subject: 'none' },
    schema: {
      tags,
      operationId: 'disconnectProvider',
      summary: 'Disconnect an OpenID provider from one’s account, unless it is the only way to log in',
      params: ByProvider,
      body: Confirmed,
      response: { 204: NoContent, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const disconnect = { db, cipher, clients, passwordLogin, principal: asAdmin(request.principal) }
      await disconnectProvider(disconnect, request.params.provider, request.body.confirmation)
      return reply.code(204).send()
    },
  })
}
