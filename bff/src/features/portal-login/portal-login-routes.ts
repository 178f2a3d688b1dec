import { NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { CoreSessionAuthAnswer, SessionAuthAnswer, SessionAuthBody } from '@agency/contract/sessions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { type CoreAnswer, relayError } from '../../platform/cores/core-client.ts'
import { clearedAtLogout } from '../../platform/http/security-headers.ts'

const ByCode = Strict({ code: Type.String({ maxLength: 40 }) })
const tags = ['sessions']

export async function logInToPortal(
  app: FastifyInstance,
  request: FastifyRequest,
  { code, body }: { code: string; body: Static<typeof SessionAuthBody> },
): Promise<CoreAnswer> {
  const call = { method: 'POST', path: `/api/session/${encodeURIComponent(code)}/auth`, body } as const
  const device = app.readDevice(request)
  const answer = await app.askCore(request, { kind: 'nobody', address: request.ip, device }, call)
  if (answer.status !== 200) return answer
  app.rememberDevice(request, device)
  const { portal_session } = Value.Parse(CoreSessionAuthAnswer, answer.body)
  // Prevents session fixation: nothing of an older cookie is kept.
  request.session.regenerate()
  request.session.set('portal_session_id', portal_session.id)
  return answer
}

export const portalLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const openSchema = {
    tags,
    operationId: 'openSession',
    summary: 'Open a session with its code and passcode; sets the session cookie',
    description: 'For anyone, without a login.',
    params: ByCode,
    body: SessionAuthBody,
    response: { 200: SessionAuthAnswer, ...failures(400, 401, 403, 410, 413, 415, 429, 500, 502, 503, 507) },
  }
  app.post('/api/session/:code/auth', { schema: openSchema }, async (request, reply) => {
    const answer = await logInToPortal(app, request, { code: request.params.code, body: request.body })
    if (answer.status !== 200) return relayError(reply, answer)
    const { session, language } = Value.Parse(CoreSessionAuthAnswer, answer.body)
    return { session, ...(language ? { language } : {}) }
  })

  const closeSchema = {
    tags,
    operationId: 'closeSession',
    summary: 'Log out of a session; clears the session cookie',
    description: 'For a client with an opened session. Idempotent.',
    security: [{ sessionCookie: [] }],
    params: ByCode,
    response: { 204: NoContent, ...failures(400, 403, 413, 415, 500, 502, 503, 507) },
  }
  app.post('/api/session/:code/logout', { schema: closeSchema }, async (request, reply) => {
    reply.header('clear-site-data', clearedAtLogout)
    const id = request.session.get('portal_session_id')
    const path = `/api/session/${encodeURIComponent(request.params.code)}/logout`
    const answer =
      id && (await app.askCore(request, { kind: 'session', id, address: request.ip }, { method: 'POST', path }))
    request.session.delete()
    // The opened session may live on, though this browser has no cookie of it.
    if (answer && answer.status >= 500) return relayError(reply, answer)
    return reply.code(204).send()
  })
}
