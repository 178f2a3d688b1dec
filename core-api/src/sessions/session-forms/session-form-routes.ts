import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { AcceptPdfLosses, RefusedFile } from '@agency/contract/pdf-checks'
import {
  CreateSessionForm,
  OrderSessionForms,
  SessionForm,
  SessionFormList,
  UpdateSessionForm,
} from '@agency/contract/session-forms'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { formFields, readPdfForm } from '../../library/pdf-checks/read-pdf-form.ts'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { sendPdf } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { hashOf, IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { attachForm, attachPreset } from './session-form-attachment.ts'
import { changeForm, orderForms, removeForm } from './session-form-changes.ts'
import { getSessionForms, readSessionFormFile } from './session-form-service.ts'
import { acceptDocumentLosses, readLossyDocumentFile } from './session-form-upload.ts'

const ById = Strict({ id: Id })
const tags = ['session-forms']

export const sessionFormRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, files, pdfs, recordReads } = app

  route(app, 'GET /sessionforms/session/:id', {
    config: { allow: ['admin', 'session'], permission: 'clients.read', subject: by.session('params.id') },
    schema: {
      tags,
      operationId: 'listSessionForms',
      summary: 'The documents of a session',
      params: ById,
      response: { 200: SessionFormList },
    },
    handler: async ({ principal, params }) => ({
      success: true,
      data: await getSessionForms({ db, cipher, principal }, params.id),
    }),
  })

  route(app, 'POST /sessionforms', {
    config: {
      allow: ['admin'],
      permission: 'sessions.write',
      subject: by.session('body.session_id'),
      form: { fields: formFields(CreateSessionForm), part: 'file', many: false },
    },
    schema: {
      tags,
      operationId: 'attachForm',
      summary: 'Attach a document to a session: a form of the library, a link, or a PDF for this client only',
      headers: IdempotencyHeaders,
      // Only for JSON: `readPdfForm` checks the same fields of multipart/form-data.
      body: { content: { 'application/json': { schema: CreateSessionForm } } },
      response: { 201: { ...SessionForm, ...etag }, ...failures(409, 422) },
    },
    handler: async (request, reply) => {
      const { form, pdf } = await readPdfForm(request, CreateSessionForm)
      const call = idempotentCall(cipher, request, [form, pdf && hashOf(pdf.bytes)])
      const context = { db, cipher, files, pdfs, principal: asAdmin(request.principal), call }
      const attached = await attachForm(context, form, pdf)
      if (attached.pdf_check) app.wakeJobs()
      return reply.code(201).send(withEtag(reply, attached))
    },
  })

  route(app, 'POST /sessionforms/session/:id/presets/:preset', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.session('params.id') },
    schema: {
      tags,
      operationId: 'attachPreset',
      summary: 'Attach the forms of a preset that the session does not have yet; a repeat attaches nothing',
      params: Strict({ id: Id, preset: Id }),
      response: { 200: SessionFormList, ...failures(409) },
    },
    handler: async ({ principal, params }) => {
      const context = { db, cipher, files, pdfs, principal: asAdmin(principal) }
      return { success: true, data: await attachPreset(context, params.id, params.preset) }
    },
  })

  route(app, 'PUT /sessionforms/session/:id/order', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.session('params.id') },
    schema: {
      tags,
      operationId: 'orderSessionForms',
      summary: 'Reorder the documents of a session',
      params: ById,
      body: OrderSessionForms,
      response: { 200: SessionFormList },
    },
    handler: async (request) => {
      const context = { db, cipher, principal: asAdmin(request.principal) }
      return { success: true, data: await orderForms(context, request.params.id, request.body.ids) }
    },
  })

  route(app, 'PUT /sessionforms/:id', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'updateSessionForm',
      summary: 'Change a document of a session',
      params: ById,
      headers: IfMatch,
      body: UpdateSessionForm,
      response: { 200: { ...SessionForm, ...etag }, ...failures(409, 502) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal), endReplaced: app.endReplaced }
      const { params, body } = request
      return withEtag(reply, await changeForm(context, params.id, body, readBaseVersion(request)))
    },
  })

  route(app, 'DELETE /sessionforms/:id', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'removeSessionForm',
      summary: 'Remove a document from its session',
      params: ById,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await removeForm({ db, files, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /sessionforms/:id/pdf-refusal/accept', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'acceptSessionFormLosses',
      summary: 'Use a document’s refused PDF with the losses that its check has named; any other refuses it again',
      params: ById,
      body: AcceptPdfLosses,
      response: { 200: { ...SessionForm, ...etag }, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      // Only who may compare the pages accepts what is lost on them.
      await app.requirePermission(request, 'documents.open')
      const context = { db, cipher, principal: asAdmin(request.principal) }
      const reopened = await acceptDocumentLosses(context, request.params.id, request.body.accept_loss)
      app.wakeJobs()
      return withEtag(reply, reopened)
    },
  })

  route(app, 'GET /sessionforms/:id/file', {
    config: { allow: ['admin', 'session'], permission: 'documents.open', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'downloadSessionForm',
      summary: 'The PDF of a document as it is now',
      params: ById,
      querystring: Strict({
        envelope: Type.Optional(Id),
        original: Type.Optional(
          Type.Boolean({ description: 'For staff: the unsigned original of a document that waits for its seal' }),
        ),
        refused: RefusedFile,
      }),
      response: { 200: fileAnswer('application/pdf'), ...failures(409, 429) },
    },
    handler: async ({ principal, params, query: { refused, ...query } }, reply) => {
      if (refused) return sendPdf(reply, await readLossyDocumentFile({ db, files, principal }, params.id))
      return sendPdf(reply, await readSessionFormFile({ db, files, principal, recordReads }, params.id, query))
    },
  })
}
