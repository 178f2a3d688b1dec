import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ClientExportQuery, PolicyExportQuery } from '@agency/contract/exports'
import { hasPermission } from '@agency/contract/permissions'
import { RevealReasonHeaders } from '@agency/contract/reveal-reasons'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { openClientFile } from './client-file.ts'
import { exportClients, exportPolicies } from './export-clients.ts'
import { type TableFile, tableTypes } from './write-tables.ts'

const csv = fileAnswer('text/csv').content
const xlsx = fileAnswer(tableTypes.xlsx).content
const zip = fileAnswer(tableTypes.zip).content

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

  route(app, 'GET /clients/:id/file', {
    config: { allow: ['admin'], permission: 'documents.open', subject: by.client('params.id') },
    schema: {
      tags: ['clients'],
      operationId: 'downloadClientFile',
      summary: 'The whole file of a client as ZIP: record, policies, notes, documents, sealed PDFs, trail',
      params: Strict({ id: Id }),
      headers: RevealReasonHeaders,
      response: { 200: fileAnswer(tableTypes.zip), ...failures(429) },
    },
    handler: async (request, reply) => {
      await app.requirePermission(request, 'clients.sensitive')
      const context = contextOf(request)
      const { name: agencyName } = await app.agency.read()
      const trail = { db, cipher, store: app.fileStore, agencyName, sign: app.trailSigner }
      const mayReadTrail = hasPermission(context.principal.role, 'audit.read', app.config.ADMIN_MANAGEMENT)
      const { files, pdfWorker } = app
      const own = { ...context, files, pdfWorker, agencyName, trail: mayReadTrail ? trail : undefined }
      const file = await openClientFile(own, request.params.id)
      file.content.once('error', (err) => request.log.error({ err }, 'the download of a client’s file failed'))
      return sendFile(reply, { ...file, mimeType: tableTypes.zip })
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
