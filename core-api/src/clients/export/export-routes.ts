import { failures } from '@agency/contract/errors'
import { ClientExportQuery, PolicyExportQuery } from '@agency/contract/exports'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { exportClients, exportPolicies } from './export-clients.ts'
import { type TableFile, tableTypes } from './write-tables.ts'

const csv = fileAnswer('text/csv').content
const xlsx = fileAnswer(tableTypes.xlsx).content
const zip = fileAnswer(tableTypes.zip).content

/** Exports of the lists of clients and policies. */
export const exportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const config = { allow: ['admin'], permission: 'clients.export', subject: 'none' } as const
  const contextOf = ({ principal }: FastifyRequest) => ({ db, cipher, recordReads, principal: asAdmin(principal) })
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, file: TableFile) => {
    file.content.once('error', (err) => request.log.error({ err }, 'an export failed'))
    const day = new Date().toISOString().slice(0, 10)
    return sendFile(reply, { ...file, name: `${name} ${day}.${file.extension}` })
  }

  route(app, 'GET /clients/export', {
    config,
    schema: {
      tags: ['clients'],
      operationId: 'exportClients',
      summary: 'All clients of a list as CSV or XLSX: what it shows, or whole records',
      headers: RevealReasonHeaders,
      querystring: ClientExportQuery,
      response: { 200: { content: { ...csv, ...xlsx, ...zip } }, ...failures(429) },
    },
    handler: async (request, reply) => {
      if (request.query.sensitive) await app.requirePermission(request, 'clients.sensitive')
      return send(request, reply, 'Clients', await exportClients(contextOf(request), request.query))
    },
  })

  route(app, 'GET /policies/export', {
    config,
    schema: {
      tags: ['clients'],
      operationId: 'exportPolicies',
      summary: 'All policies of a list as CSV or XLSX: what it shows, or all fields',
      headers: RevealReasonHeaders,
      querystring: PolicyExportQuery,
      response: { 200: { content: { ...csv, ...xlsx } }, ...failures(429) },
    },
    handler: async (request, reply) => {
      if (request.query.sensitive) await app.requirePermission(request, 'clients.sensitive')
      return send(request, reply, 'Policies', await exportPolicies(contextOf(request), request.query))
    },
  })
}
