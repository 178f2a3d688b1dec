import { ByProvider, LoginAnswer, OidcFinish, OidcStart } from '@agency/contract/admins'
import { failures } from '@agency/contract/errors'
import { Confirmed } from '@agency/contract/second-factors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Value } from 'typebox/value'
import { relayError } from '../../platform/cores/core-client.ts'
import { withToken } from './admin-login-routes.ts'

const tags = ['admins']

/** The device cookie binds a login to the browser that began it (RFC 6749, section 10.12). It is SameSite=Strict. */
export const oidcLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const startSchema = {
    tags,
    operationId: 'startOidcLogin',
    summary: 'Begin a login at an OpenID provider, or connect it to one’s account',
    description: 'For anyone, or for staff who connect a provider, with a confirmation.',
    params: ByProvider,
    body: Confirmed,
    response: { 200: OidcStart, ...failures(400, 401, 403, 404, 413, 415, 429, 500, 502, 503, 507) },
  }
  app.post('/admin/oidc/:provider/start', { schema: startSchema }, async (request, reply) => {
    const id = app.readAdminToken(request)
    const device = app.readDevice(request)
    const principal = id
      ? ({ kind: 'admin', id, address: request.ip } as const)
      : ({ kind: 'nobody', address: request.ip, device } as const)
    const path = `/admin/oidc/${encodeURIComponent(request.params.provider)}/start`
    const answer = await app.askCore(request, principal, { method: 'POST', path, body: { ...request.body, device } })
    if (answer.status !== 200) return relayError(reply, answer)
    app.rememberDevice(request, device)
    return Value.Parse(OidcStart, answer.body)
  })

  const finishSchema = {
    tags,
    operationId: 'finishOidcLogin',
    summary: 'End a login at an OpenID provider with its answer',
    description: 'For anyone, with the device cookie of the call that began it.',
    body: OidcFinish,
    response: { 200: LoginAnswer, ...failures(400, 401, 403, 413, 415, 429, 500, 502, 503, 507) },
  }
  app.post('/admin/oidc/finish', { schema: finishSchema }, async (request, reply) => {
    const device = app.readDevice(request)
    const principal = { kind: 'nobody', address: request.ip, device } as const
    const call = { method: 'POST', path: '/admin/oidc/finish', body: request.body } as const
    const answer = await app.askCore(request, principal, call)
    if (answer.status !== 200) return relayError(reply, answer)
    app.rememberDevice(request, device)
    return withToken(app, request, answer.body)
  })
}
