import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  ClientCounts,
  ClientListItem,
  ClientListQuery,
  ClientProjection,
  ClientRecord,
  ClientUpdate,
} from 'contract/clients'
import { Id, Strict } from 'contract/common'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { InvalidInput, NotFound } from '../../errors.ts'
import { countClients, findClientProjection, listClients } from './client-repository.ts'
import { changeClient, createClient, openClient } from './client-service.ts'
import { cvcRetention } from './cvc-retention.ts'

const Params = Strict({ id: Id })
const etagPattern = /^(?:W\/)?"(\d+)"$/

/** The version that `If-Match` names (RFC 9110 § 13.1.1). */
function versionSeen(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const version = header.match(etagPattern)?.[1]
  if (version === undefined) throw new InvalidInput([{ field: 'If-Match', message: 'must be the ETag of the record' }])
  return Number(version)
}

/** The clients of the agency, and a client's own view of itself. */
export const clientRoutes: FastifyPluginAsyncTypebox<{ cvcRetentionDays: number }> = async (
  app,
  { cvcRetentionDays },
) => {
  const { db, sealer } = app
  const keepCvc = cvcRetentionDays > 0
  await app.register(cvcRetention, { days: cvcRetentionDays })
  const admin = { allow: ['admin'] as const }

  app.get(
    '/clients',
    { config: admin, schema: { querystring: ClientListQuery, response: { 200: Type.Array(ClientListItem) } } },
    async (request, reply) => {
      const { rows, total } = await listClients(db, request.query)
      reply.header('x-total-count', total)
      return rows
    },
  )

  app.get('/clients/counts', { config: admin, schema: { response: { 200: ClientCounts } } }, () => countClients(db))

  app.post(
    '/clients',
    { config: admin, schema: { body: ClientUpdate, response: { 201: ClientRecord } } },
    async (request, reply) => {
      const record = await createClient({ db, sealer, principal: request.principal, keepCvc }, request.body)
      return reply.code(201).header('etag', `"${record.version}"`).send(record)
    },
  )

  app.get(
    '/clients/:id',
    {
      config: { allow: ['admin', 'session'] },
      schema: { params: Params, response: { 200: Type.Union([ClientRecord, ClientProjection]) } },
    },
    async (request, reply) => {
      const { principal, params } = request
      if (principal.kind === 'session') {
        const own = principal.clientId === params.id ? await findClientProjection(db, params.id) : undefined
        if (!own) throw new NotFound()
        return own
      }
      const record = await openClient({ db, sealer, principal }, params.id)
      reply.header('etag', `"${record.version}"`)
      return record
    },
  )

  app.put(
    '/clients/:id',
    { config: admin, schema: { params: Params, body: ClientUpdate, response: { 200: ClientRecord } } },
    async (request, reply) => {
      const { principal, params, body } = request
      const record = await changeClient({ db, sealer, principal, keepCvc }, params.id, body, versionSeen(request))
      reply.header('etag', `"${record.version}"`)
      return record
    },
  )
}
