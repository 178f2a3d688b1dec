import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  CreateGlobalForm,
  GlobalForm,
  GlobalFormList,
  GlobalFormQuery,
  GlobalFormUses,
  UpdateGlobalForm,
} from '@agency/contract/global-forms'
import { AcceptPdfLosses, RefusedFile } from '@agency/contract/pdf-checks'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { sendPdf } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { hashOf, IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { formFields, readPdfForm } from '../pdf-checks/read-pdf-form.ts'
import {
  acceptFormLosses,
  dismissPdfRefusal,
  getGlobalFormUses,
  readLossyFormFile,
  removeGlobalForm,
  replaceGlobalFormPdf,
} from './global-form-lifecycle.ts'
import { listGlobalForms } from './global-form-repository.ts'
import { changeGlobalForm, createGlobalForm, readGlobalFormFile } from './global-form-service.ts'

const ById = Strict({ id: Id })
const NoFields = Strict({})
const tags = ['global-forms']

export const globalFormRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, files, pdfs } = app
  const reading = { allow: ['admin'], permission: 'forms.read', subject: 'none' } as const
  const writing = { allow: ['admin'], permission: 'forms.write', subject: 'none' } as const

  route(app, 'GET /global-forms', {
    config: reading,
    schema: {
      tags,
      operationId: 'listGlobalForms',
      summary: 'The library of forms',
      querystring: GlobalFormQuery,
      response: { 200: GlobalFormList },
    },
    handler: async ({ query }) => ({
      success: true,
      forms: await listGlobalForms(db, query.archived),
    }),
  })

  route(app, 'POST /global-forms', {
    config: { ...writing, form: { fields: formFields(CreateGlobalForm), part: 'file', many: false } },
    schema: {
      tags,
      operationId: 'createGlobalForm',
      summary: 'Add a form to the library, with a PDF or a link',
      headers: IdempotencyHeaders,
      // Only for JSON: `readPdfForm` checks the same fields of multipart/form-data.
      body: { content: { 'application/json': { schema: CreateGlobalForm } } },
      response: { 201: { ...GlobalForm, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const { form, pdf } = await readPdfForm(request, CreateGlobalForm, { title: null })
      const call = idempotentCall(cipher, request, [form, pdf && hashOf(pdf.bytes)])
      const context = { db, files, pdfs, principal: asAdmin(request.principal), call }
      const made = await createGlobalForm(context, form, pdf)
      if (made.pdf_check) app.wakeJobs()
      return reply.code(201).send(withEtag(reply, made))
    },
  })

  route(app, 'PUT /global-forms/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateGlobalForm',
      summary: 'Change the title, folder or notes of a form; archive or restore it',
      params: ById,
      headers: IfMatch,
      body: UpdateGlobalForm,
      response: { 200: { ...GlobalForm, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changeGlobalForm(context, params.id, body, readBaseVersion(request)))
    },
  })

  route(app, 'GET /global-forms/:id/uses', {
    config: reading,
    schema: {
      tags,
      operationId: 'getGlobalFormUses',
      summary: 'What uses a form: documents and presets',
      params: ById,
      response: { 200: GlobalFormUses },
    },
    handler: ({ params }) => getGlobalFormUses(db, params.id),
  })

  route(app, 'DELETE /global-forms/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'deleteGlobalForm',
      summary: 'Delete a form that no document was made from',
      params: ById,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await removeGlobalForm({ db, files, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /global-forms/:id/file', {
    config: { ...writing, form: { fields: formFields(NoFields), part: 'file', many: false } },
    schema: {
      tags,
      operationId: 'replaceGlobalFormPdf',
      summary: 'Replace the PDF of a form; attached documents keep theirs',
      params: ById,
      response: { 200: { ...GlobalForm, ...etag }, ...failures(409, 422) },
    },
    handler: async (request, reply) => {
      const { pdf } = request.isMultipart() ? await readPdfForm(request, NoFields) : {}
      if (!pdf) throw new InvalidInput([{ field: 'file', message: 'is needed' }])
      const context = { db, files, pdfs, principal: asAdmin(request.principal) }
      const replaced = await replaceGlobalFormPdf(context, request.params.id, pdf)
      if (replaced.pdf_check) app.wakeJobs()
      return withEtag(reply, replaced)
    },
  })

  route(app, 'DELETE /global-forms/:id/pdf-refusal', {
    config: writing,
    schema: {
      tags,
      operationId: 'dismissPdfRefusal',
      summary: 'Dismiss the refusal of a new PDF; the form keeps the present one',
      params: ById,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await dismissPdfRefusal({ db, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /global-forms/:id/pdf-refusal/accept', {
    config: writing,
    schema: {
      tags,
      operationId: 'acceptGlobalFormLosses',
      summary: 'Use a refused PDF with the losses that its check has named; it is checked again for any other',
      params: ById,
      body: AcceptPdfLosses,
      response: { 200: { ...GlobalForm, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      const reopened = await acceptFormLosses(context, request.params.id, request.body.accept_loss)
      app.wakeJobs()
      return withEtag(reply, reopened)
    },
  })

  route(app, 'GET /global-forms/:id/file', {
    config: reading,
    schema: {
      tags,
      operationId: 'downloadGlobalForm',
      summary: 'The PDF of a form',
      params: ById,
      querystring: Strict({ refused: RefusedFile }),
      response: { 200: fileAnswer('application/pdf'), ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, files, principal: asAdmin(request.principal) }
      const read = request.query.refused ? readLossyFormFile : readGlobalFormFile
      return sendPdf(reply, await read(context, request.params.id))
    },
  })
}
