import { Id, Line, NoContent, RichTextHtml, Strict } from '@agency/contract/common'
import { ClientDocument, DeleteDocument, UpdateDocument, UploadAnswer } from '@agency/contract/documents'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { requireInScope } from '../../platform/access/require-subject.ts'
import { route } from '../../platform/access/route.ts'
import { roleScopesOf } from '../../platform/access/staff-scope.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { SignedAddresses } from '../../platform/encryption/signed-addresses.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { checkFields } from '../../platform/files/uploads/check-fields.ts'
import { withUploads } from '../../platform/files/uploads/read-uploads.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { readSentBody } from '../../platform/http/validation.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import {
  addDocuments,
  changeDocument,
  getDocuments,
  openDocument,
  removeDocument,
  type UploadFields,
} from './document-service.ts'

const ById = Strict({ id: Id })
const tags = ['documents']
const SignedAddress = Strict({
  holder: Type.Optional(Type.String()),
  expires: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
})

export const documentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files, cipher, recordReads, config } = app
  const addresses = new SignedAddresses(app.keyring)
  const scopes = roleScopesOf(config)
  const largest = config.UPLOAD_LIMIT_MB * 1024 * 1024
  const reading = { allow: ['admin'], permission: 'clients.read', subject: by.client('params.id') } as const
  const writing = { allow: ['admin'], permission: 'documents.write' } as const
  const contextOf = (request: FastifyRequest) => ({
    db,
    files,
    addresses,
    cipher,
    principal: asAdmin(request.principal),
  })

  route(app, 'GET /clients/:id/documents', {
    config: reading,
    schema: {
      tags,
      operationId: 'listDocuments',
      summary: 'The files of a client',
      params: ById,
      response: { 200: Type.Array(ClientDocument) },
    },
    handler: (request) => getDocuments(contextOf(request), request.params.id),
  })

  route(app, 'POST /upload/:clientId', {
    config: {
      ...writing,
      subject: by.client('params.clientId'),
      form: { fields: UploadForm, part: 'documents', many: true },
    },
    schema: {
      tags,
      operationId: 'uploadDocuments',
      summary: 'Upload files to a client, all or none',
      params: Strict({ clientId: Id }),
      headers: IdempotencyHeaders,
      response: { 201: UploadAnswer, ...failures(422) },
    },
    handler: async (request, reply) => {
      const stored = await withUploads(request, { files, part: 'documents', largest }, async (uploads, fields) => {
        // The client may have been handed over while the files arrived.
        await requireInScope(db, request.principal, { kind: 'client', id: request.params.clientId })
        const content = [fields, uploads.map(({ name, file }) => [name, file.sha256.toString('hex')])]
        const context = { ...contextOf(request), call: idempotentCall(cipher, request, content) }
        return addDocuments(context, request.params.clientId, uploads, readFields(request, fields))
      })
      return reply.code(201).send({ files: stored })
    },
  })

  route(app, 'PATCH /documents/:id', {
    config: { ...writing, subject: by.document('params.id') },
    schema: {
      tags,
      operationId: 'updateDocument',
      summary: 'Change the description of a file',
      params: ById,
      headers: IfMatch,
      body: UpdateDocument,
      response: { 200: { ...ClientDocument, ...etag }, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      return withEtag(reply, await changeDocument(contextOf(request), params.id, body, readBaseVersion(request)))
    },
  })

  route(app, 'DELETE /documents/:id', {
    config: { ...writing, subject: by.document('params.id') },
    schema: {
      tags,
      operationId: 'deleteDocument',
      summary: 'Delete a file: of a signed document with power access and a reason; a sealed one stays in its session',
      params: ById,
      // Only for JSON: a file that is not signed needs no body.
      body: { content: { 'application/json': { schema: DeleteDocument } } },
      response: { 204: NoContent, ...failures(403) },
    },
    handler: async (request, reply) => {
      // `unknown` to the type provider, which knows bodies of one schema only. Fastify has validated it.
      const reason = Check(DeleteDocument, request.body) ? request.body.reason : undefined
      await removeDocument(contextOf(request), request.params.id, reason)
      return reply.code(204).send()
    },
  })

  // The signature in the address grants access: images and frames cannot send a token.
  route(app, 'GET /documents/:id/file', {
    config: { allow: ['nobody', 'admin'], subject: by.document('params.id') },
    schema: {
      tags,
      operationId: 'downloadDocument',
      summary: 'The file itself, by the signed address in `file_url`',
      params: ById,
      querystring: SignedAddress,
      response: { 200: fileAnswer('*/*'), ...failures(429) },
    },
    handler: async (request, reply) => {
      const { row, content } = await openDocument(
        { db, files, addresses, principal: request.principal, recordReads, scopes },
        request.params.id,
        request.query,
      )
      return sendFile(reply, { name: row.file_name, mimeType: row.mime_type, size: row.file_size, content })
    },
  })
}

const UploadForm = Strict({
  status: Type.Optional(Line),
  folder: Type.Optional(Line),
  signed: Type.Optional(Type.Boolean()),
  notes: Type.Optional(RichTextHtml),
})

const readFields = (request: FastifyRequest, fields: Record<string, string>): UploadFields =>
  checkFields(UploadForm, readSentBody(request, UploadForm, fields))
