import {
  AddClientNote,
  ClientNote,
  ClientNotes,
  ClientNotesQuery,
  NoteHistory,
  UpdateClientNote,
} from '@agency/contract/client-notes'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { addNote, changeNote, getNoteHistory, getNotes, removeNote } from './note-service.ts'

const tags = ['clients']
const OfClient = Strict({ id: Id })
const OfNote = Strict({ id: Id, noteId: Id })
const subject = by.client('params.id')
const reading = { allow: ['admin'], permission: 'clients.read', subject } as const
const writing = { allow: ['admin'], permission: 'clients.write', subject } as const

export const noteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const contextOf = ({ principal }: FastifyRequest) => ({ db, cipher, principal: asAdmin(principal) })
  const nameOf = ({ id, noteId }: { id: string; noteId: string }) => ({ clientId: id, id: noteId })

  route(app, 'GET /clients/:id/notes', {
    config: reading,
    schema: {
      tags,
      operationId: 'listClientNotes',
      summary: 'The notes of a client: pinned ones first, then the newest',
      params: OfClient,
      querystring: ClientNotesQuery,
      response: { 200: ClientNotes, ...failures(429) },
    },
    handler: async (request) => {
      await recordReads.count(request.principal, request.params.id)
      return getNotes(contextOf(request), request.params.id, request.query.offset ?? 0)
    },
  })

  route(app, 'POST /clients/:id/notes', {
    config: writing,
    schema: {
      tags,
      operationId: 'addClientNote',
      summary: 'Add a note to a client, dated now; without a kind it is a note',
      params: OfClient,
      headers: IdempotencyHeaders,
      body: AddClientNote,
      response: { 201: { ...ClientNote, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const note = await addNote({ ...contextOf(request), call }, request.params.id, request.body)
      return reply.code(201).send(withEtag(reply, note))
    },
  })

  route(app, 'PATCH /clients/:id/notes/:noteId', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateClientNote',
      summary: 'Change a note; its former text is kept',
      params: OfNote,
      headers: IfMatch,
      body: UpdateClientNote,
      response: { 200: { ...ClientNote, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      return withEtag(reply, await changeNote(contextOf(request), nameOf(params), body, readBaseVersion(request)))
    },
  })

  route(app, 'DELETE /clients/:id/notes/:noteId', {
    config: writing,
    schema: {
      tags,
      operationId: 'deleteClientNote',
      summary: 'Delete a note: one’s own, or with power access that of somebody else',
      params: OfNote,
      response: { 204: NoContent, ...failures(403) },
    },
    handler: async (request, reply) => {
      await removeNote(contextOf(request), nameOf(request.params))
      return reply.code(204).send()
    },
  })

  route(app, 'GET /clients/:id/notes/:noteId/history', {
    config: reading,
    schema: {
      tags,
      operationId: 'getClientNoteHistory',
      summary: 'The texts that a note had before, and who replaced them',
      params: OfNote,
      response: { 200: NoteHistory, ...failures(429) },
    },
    handler: async (request) => {
      await recordReads.count(request.principal, request.params.id)
      return { texts: await getNoteHistory(contextOf(request), nameOf(request.params)) }
    },
  })
}
