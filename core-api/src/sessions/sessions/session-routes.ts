import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  CoreSessionAuthAnswer,
  Session,
  SessionAuthBody,
  SessionSummary,
  StartSession,
} from '@agency/contract/sessions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin, asNobody, asSession } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { countPasscodeRead } from './passcode-reads.ts'
import { logInToPortal } from './portal-login.ts'
import { listSessions } from './session-repository.ts'
import { endPortalLogin, getSession, startSession } from './session-service.ts'

const ByCode = Strict({ code: Type.String({ maxLength: 40 }) })
const tags = ['sessions']

export const sessionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads, config } = app

  route(app, 'GET /clients/:id/sessions', {
    config: { allow: ['admin'], permission: 'clients.read', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'listSessions',
      summary: 'The sessions of a client',
      params: Strict({ id: Id }),
      response: { 200: Type.Array(SessionSummary) },
    },
    handler: (request) => listSessions(db, request.params.id),
  })

  route(app, 'POST /session', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.client('body.client_id') },
    schema: {
      tags,
      operationId: 'startSession',
      summary: 'Start a session for a client',
      headers: IdempotencyHeaders,
      body: StartSession,
      response: { 201: { ...Session, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const context = { db, cipher, principal: asAdmin(request.principal), call }
      const { SESSION_DAYS: days, SIGNING_CODE: signingCode, CONTACT_CHANGE_DAYS: contactDays } = config
      const settings = { days, signingCode, contactDays }
      return reply.code(201).send(withEtag(reply, await startSession(context, request.body, settings)))
    },
  })

  route(app, 'GET /session/:code/details', {
    config: { allow: ['admin', 'session'], permission: 'clients.read', subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'getSession',
      summary: 'One session by its code',
      params: ByCode,
      response: { 200: { ...Session, ...etag }, ...failures(429) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: request.principal }
      const { code } = request.params
      // Staff may see the passcode. Clients ask for their session often, and are not counted.
      if (context.principal.kind === 'admin') await countPasscodeRead(recordReads, context, code)
      return withEtag(reply, await getSession(context, code))
    },
  })

  route(app, 'POST /api/session/:code/auth', {
    config: { allow: ['nobody'], subject: 'none' },
    schema: {
      tags,
      operationId: 'openSession',
      summary: 'Open a session with its code and passcode',
      params: ByCode,
      body: SessionAuthBody,
      response: { 200: CoreSessionAuthAnswer, ...failures(410, 429) },
    },
    handler: (request) => {
      const context = { db, cipher, principal: asNobody(request.principal) }
      return logInToPortal(context, request.params.code, request.body.passcode)
    },
  })

  route(app, 'POST /api/session/:code/logout', {
    config: { allow: ['session'], subject: 'none', whileDiskFull: true },
    schema: {
      tags,
      operationId: 'closeSession',
      summary: 'Log out of a session',
      params: ByCode,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await endPortalLogin({ db, cipher, principal: asSession(request.principal) })
      return reply.code(204).send()
    },
  })
}
