import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { Session } from '@agency/contract/sessions'
import { ConfirmSigningCode, RequestSigningCode, SigningCodeState } from '@agency/contract/signing-codes'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin, asSession } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { isDestination } from '../../sessions/sessions/code-destinations.ts'
import { countPasscodeRead } from '../../sessions/sessions/passcode-reads.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { isCodeOpen } from './signing-code-repository.ts'
import { changeDestinations, confirmSigningCode, getCodeState, requestCode } from './signing-code-service.ts'

const path = '/session/:code/signing-code'
const params = Strict({ code: Type.String({ maxLength: 40 }) })
const client = { allow: ['session'] as const, subject: by.sessionCode('params.code') }
const answer = { tags: ['esign'], params }

export const signingCodeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads, config } = app
  const { SIGNING_CODE: signingCode, CONTACT_CHANGE_DAYS: contactDays } = config
  const settings = { signingCode, contactDays, channels: app.channels.reaching }
  const contextOf = (request: FastifyRequest) => ({ db, cipher, ...settings, principal: asSession(request.principal) })
  // A code that has expired, was replaced, or whose destination staff have replaced, is not sent any more.
  app.handleMessages('signing-code', {
    isWanted: async (db, { id, session_id, channel }, { to }) =>
      session_id !== null &&
      (await isCodeOpen(db, id)) &&
      isDestination(cipher, await requireSession(db, session_id), { channel, to }),
  })

  route(app, `GET ${path}`, {
    config: client,
    schema: {
      ...answer,
      operationId: 'getSigningCode',
      summary: 'Whether a one-time code is needed before signing, and where it can be sent',
      response: { 200: SigningCodeState },
    },
    handler: (request) => getCodeState(contextOf(request), request.params.code),
  })

  route(app, `POST ${path}`, {
    config: client,
    schema: {
      ...answer,
      operationId: 'requestSigningCode',
      summary: 'Send a new one-time code; earlier ones are no longer valid',
      body: RequestSigningCode,
      response: { 200: SigningCodeState, ...failures(409, 429) },
    },
    handler: async (request) => {
      const state = await requestCode(contextOf(request), request.params.code, request.body.channel)
      app.wakeOutbox()
      return state
    },
  })

  route(app, `POST ${path}/confirm`, {
    config: client,
    schema: {
      ...answer,
      operationId: 'confirmSigningCode',
      summary: 'Confirm the one-time code; a repeat changes nothing',
      body: ConfirmSigningCode,
      response: { 200: SigningCodeState, ...failures(409, 422) },
    },
    handler: (request) => {
      const userAgent = request.headers['user-agent'] ?? ''
      return confirmSigningCode(contextOf(request), request.params.code, { code: request.body.code, userAgent })
    },
  })

  route(app, 'PUT /session/:code/code-destinations', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionCode('params.code') },
    schema: {
      tags: ['sessions'],
      params,
      operationId: 'changeCodeDestinations',
      summary: 'Send one-time codes to the e-mail address and phone number that the client’s record holds now',
      response: { 200: { ...Session, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal), contactDays: settings.contactDays }
      await countPasscodeRead(recordReads, context, request.params.code)
      return withEtag(reply, await changeDestinations(context, request.params.code))
    },
  })
}
