import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Strict } from 'contract/common'
import { CoreSessionAuthAnswer, SessionAuthBody } from 'contract/sessions'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { relayError } from '../../plugins/core-client.ts'

const ByCode = Strict({ code: Type.String({ maxLength: 40 }) })

/** A client opens a session with its code and passcode, and leaves it. */
export const portalLoginRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post('/api/session/:code/auth', { schema: { params: ByCode, body: SessionAuthBody } }, async (request, reply) => {
    const path = `/api/session/${encodeURIComponent(request.params.code)}/auth`
    const call = { method: 'POST', path, body: request.body } as const
    const answer = await app.askCore(request, { kind: 'nobody', address: request.ip }, call)
    if (answer.status !== 200) return relayError(reply, answer)
    const { session, portal_session } = Value.Parse(CoreSessionAuthAnswer, answer.body)
    // A cookie from before this login must not carry over into it.
    request.session.regenerate()
    request.session.set('portal_session_id', portal_session.id)
    return { session }
  })

  app.post('/api/session/:code/logout', { schema: { params: ByCode } }, async (request, reply) => {
    const id = request.session.get('portal_session_id')
    const path = `/api/session/${encodeURIComponent(request.params.code)}/logout`
    if (id) await app.askCore(request, { kind: 'session', id, address: request.ip }, { method: 'POST', path })
    request.session.delete()
    return reply.code(204).send()
  })
}
