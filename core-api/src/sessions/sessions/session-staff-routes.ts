import { Archiving } from '@agency/contract/clients'
import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import { readSessionCode } from '@agency/contract/session-code'
import {
  RevealedPasscode,
  Session,
  SessionCounts,
  SessionCountsQuery,
  SessionListItem,
  SessionListQuery,
  UpdateSession,
} from '@agency/contract/sessions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { queryClientIds } from '../../clients/list/query-client-ids.ts'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import { shareEqualCalls } from '../../platform/database/shared-query.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { countPasscodeRead, revealPasscode } from './passcode-reads.ts'
import { changeSession, setSessionArchived } from './session-changes.ts'
import { countSessions, listAllSessions, type SessionSearch } from './session-list-repository.ts'

const tags = ['sessions']
const reading = { allow: ['admin'], permission: 'clients.read', subject: 'none' } as const
const writing = { allow: ['admin'], permission: 'sessions.write', subject: by.sessionCode('params.code') } as const
const SessionList = Type.Array(SessionListItem, {
  headers: { 'x-total-count': { type: 'integer', description: 'How many sessions match, on all pages' } },
})

export const sessionStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const { SESSION_DAYS: days, SIGNING_CODE: signingCode } = app.config
  const list = shareEqualCalls((query: SessionListQuery, scope: ClientScope) =>
    listAllSessions(db, query, readSearch(query, cipher), scope),
  )
  const count = shareEqualCalls((query: SessionCountsQuery, scope: ClientScope) =>
    countSessions(db, scope, readSearch(query, cipher)),
  )

  route(app, 'GET /sessions', {
    config: reading,
    schema: {
      tags,
      operationId: 'listAllSessions',
      summary: 'Sessions of all clients, by status and search; newest first',
      querystring: SessionListQuery,
      response: { 200: SessionList, ...failures(429) },
    },
    handler: async ({ principal, query }, reply) => {
      const { rows, total } = await list(query, asAdmin(principal).scope)
      await recordReads.countListed(
        principal,
        rows.map(({ client_id }) => client_id),
      )
      reply.header('x-total-count', total)
      return rows
    },
  })

  route(app, 'GET /sessions/counts', {
    config: reading,
    schema: {
      tags,
      operationId: 'countSessions',
      summary: 'How many sessions are in each state, of all or of those that a search finds',
      querystring: SessionCountsQuery,
      response: { 200: SessionCounts },
    },
    handler: ({ principal, query }) => count(query, asAdmin(principal).scope),
  })

  route(app, 'PUT /session/:code', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateSession',
      summary: 'Change type, passcode or expiry of a session; cancel or reopen it',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      headers: IfMatch,
      body: UpdateSession,
      response: { 200: { ...Session, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal) }
      const { params, body } = request
      await countPasscodeRead(recordReads, context, params.code)
      const baseVersion = readBaseVersion(request)
      const edit = { code: params.code, sent: body, baseVersion, days, signingCode }
      return withEtag(reply, await changeSession(context, edit))
    },
  })

  route(app, 'POST /session/:code/passcode/reveal', {
    config: {
      allow: ['admin'],
      permission: 'sessions.passcode',
      subject: by.sessionCode('params.code'),
      inArchive: true,
    },
    schema: {
      tags,
      operationId: 'revealPasscode',
      summary: 'The passcode of a session. It is on the audit trail, and from then on staff have seen the passcode',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      headers: RevealReasonHeaders,
      response: { 200: RevealedPasscode, ...failures(429) },
    },
    handler: async (request) => {
      const context = { db, cipher, principal: asAdmin(request.principal) }
      await countPasscodeRead(recordReads, context, request.params.code)
      return revealPasscode(context, request.params.code)
    },
  })

  route(app, 'PUT /session/:code/archived', {
    config: { ...writing, inArchive: true },
    schema: {
      tags,
      operationId: 'archiveSession',
      summary: 'Archive or restore a session: an archived one is in no list, and refuses its client',
      params: Strict({ code: Type.String({ maxLength: 40 }) }),
      body: Archiving,
      response: { 200: { ...Session, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal) }
      const { params, body } = request
      await countPasscodeRead(recordReads, context, params.code)
      return withEtag(reply, await setSessionArchived(context, params.code, body.archived))
    },
  })
}

function readSearch({ q }: Pick<SessionListQuery, 'q'>, cipher: FieldCipher): SessionSearch | undefined {
  const clients = queryClientIds(q ?? '', cipher)
  return clients && { code: readSessionCode(q ?? ''), clients }
}
