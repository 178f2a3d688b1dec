import {
  ClientCounts,
  ClientCountsQuery,
  ClientListItem,
  ClientListQuery,
  ClientProjection,
  ClientRecord,
  ClientUpdate,
  mostCounted,
} from '@agency/contract/clients'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { counted } from '../../platform/counted.ts'
import { NotFound } from '../../platform/errors.ts'
import { asAdmin, type Principal } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { ClientDirectory } from '../list/client-directory.ts'
import { exportDetail } from '../list/export-detail.ts'
import { streamClientList } from '../list/stream-client-list.ts'
import { findMergedInto } from './client-repository.ts'
import { changeClient, createClient, getProjection, recordFoundBySsn } from './client-service.ts'
import { clientOpening } from './open-client.ts'

const Params = Strict({ id: Id })
const tags = ['clients']
const ClientList = Type.Array(ClientListItem, {
  headers: {
    'x-total-count': {
      type: 'integer',
      description: `How many clients match, on all pages. For a page of a search ${mostCounted + 1} stands for more than ${mostCounted}`,
    },
  },
})

const recordSchema = { ...ClientRecord }
const projectionSchema = { ...ClientProjection }

/** Serializes the answer by one schema of the union: finding the schema that fits takes longer than all other work. */
const writeAs = (reply: FastifyReply, schema: Record<string, unknown>) =>
  reply.type('application/json; charset=utf-8').serializer(reply.compileSerializationSchema(schema))

/** Answers with the address of another client, relative to that of this one: the bff has another base. */
const leadOn = (reply: FastifyReply, id: string) => reply.code(307).header('location', id).send()

export const clientRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const directory = new ClientDirectory(db, cipher)
  const openClient = clientOpening({ db, cipher, lanes: app.databaseLanes })
  const keepCvc = app.config.CVC_RETENTION_DAYS > 0
  const reading = { allow: ['admin'], permission: 'clients.read', subject: 'none' } as const
  const writing = { allow: ['admin'], permission: 'clients.write' } as const
  /** The answer reveals a part of an encrypted value: it counts as if staff had opened these records. */
  const countFoundBySsn = async (principal: Principal, ids: string[]) => {
    for (const id of ids) await recordReads.count(principal, id)
    await recordFoundBySsn({ db, principal }, ids)
  }

  route(app, 'GET /clients', {
    config: reading,
    schema: {
      tags,
      operationId: 'listClients',
      summary: 'Clients, searched, filtered, sorted and paged; without parameters all of them',
      description:
        'A search finds clients by names and health plan, by e-mail address, phone number and session code, and by ' +
        'the last four digits of the SSN, which is recorded in the audit trail.',
      querystring: ClientListQuery,
      response: { 200: ClientList, ...failures(403, 429) },
    },
    handler: async (request, reply) => {
      const { principal, query } = request
      const { limit, ...unlimited } = query
      if (limit === undefined) {
        await app.requirePermission(request, 'clients.export')
        const list = await directory.all(unlimited, asAdmin(principal).scope)
        await countFoundBySsn(principal, list.foundBySsn)
        await recordReads.countListed(principal, list.ids)
        await recordEvent(db, principal, {
          action: 'clients.exported',
          detail: exportDetail(counted(list.total, 'client'), unlimited),
        })
        return streamClientList(reply, list)
      }
      const { rows, total, foundBySsn } = await directory.page({ ...unlimited, limit }, asAdmin(principal).scope)
      await countFoundBySsn(principal, foundBySsn)
      await recordReads.countListed(
        principal,
        rows.map(({ id }) => id),
      )
      reply.header('x-total-count', total)
      return rows
    },
  })

  route(app, 'GET /clients/counts', {
    config: reading,
    schema: {
      tags,
      operationId: 'countClients',
      summary: 'How many clients there are of each status',
      querystring: ClientCountsQuery,
      response: { 200: ClientCounts },
    },
    handler: ({ principal, query }) => directory.counts(asAdmin(principal).scope, query),
  })

  route(app, 'POST /clients', {
    config: { ...writing, subject: 'none' },
    schema: {
      tags,
      operationId: 'createClient',
      summary: 'Add a client',
      headers: IdempotencyHeaders,
      body: ClientUpdate,
      response: { 201: { ...ClientRecord, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const { principal, body } = request
      const call = idempotentCall(cipher, request, body)
      const record = await createClient({ db, cipher, principal, keepCvc, call }, body)
      return reply.code(201).send(withEtag(reply, record))
    },
  })

  route(app, 'GET /clients/:id', {
    config: { allow: ['admin', 'session'], permission: 'clients.read', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'getClient',
      summary: 'The whole record for staff; for a client its own name and language',
      params: Params,
      headers: RevealReasonHeaders,
      response: {
        200: Type.Union([ClientRecord, ClientProjection]),
        307: { ...NoContent, description: 'The record was merged into another, whose address Location has' },
        ...failures(429),
      },
    },
    handler: async (request, reply) => {
      const { principal, params } = request
      if (principal.kind === 'session') {
        if (principal.clientId !== params.id) {
          if ((await findMergedInto(db, params.id)) !== principal.clientId) throw new NotFound()
          return leadOn(reply, principal.clientId)
        }
        const own = await getProjection({ db, cipher }, params.id)
        writeAs(reply, projectionSchema)
        return own
      }
      await recordReads.count(principal, params.id)
      const record = await openClient(principal, params.id)
      if (typeof record === 'string') return leadOn(reply, record)
      writeAs(reply, recordSchema)
      return withEtag(reply, record)
    },
  })

  route(app, 'PUT /clients/:id', {
    config: { ...writing, subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'updateClient',
      summary: 'Change a client; with If-Match, or else `version` in the body, edits of different fields merge',
      params: Params,
      headers: IfMatch,
      body: ClientUpdate,
      response: { 200: { ...ClientRecord, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      await recordReads.count(principal, params.id)
      const record = await changeClient({ db, cipher, principal, keepCvc }, params.id, body, readBaseVersion(request))
      return withEtag(reply, record)
    },
  })
}
