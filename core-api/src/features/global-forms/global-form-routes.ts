import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Id, Strict } from 'contract/common'
import { CreateGlobalForm, GlobalForm, GlobalFormList, UpdateGlobalForm } from 'contract/global-forms'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { asAdmin } from '../../plugins/principals.ts'
import { checkFields } from '../../uploads/check-fields.ts'
import { readForm } from '../../uploads/read-form.ts'
import { sendPdf } from '../files/send-pdf.ts'
import { listGlobalForms } from './global-form-repository.ts'
import { changeGlobalForm, createGlobalForm, readGlobalFormFile } from './global-form-service.ts'

const ById = Strict({ id: Id })
const pdfLimit = 25 * 1024 * 1024

/** The library of forms. */
export const globalFormRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files, pdfs } = app
  const config = { allow: ['admin'] as const }

  app.get('/global-forms', { config, schema: { response: { 200: GlobalFormList } } }, async () => ({
    success: true,
    forms: await listGlobalForms(db),
  }))

  app.post(
    '/global-forms',
    {
      config,
      schema: {
        // As JSON; as multipart/form-data the same fields are checked by `readCreate`.
        body: { content: { 'application/json': { schema: CreateGlobalForm } } },
        response: { 201: GlobalForm },
      },
    },
    async (request, reply) => {
      const { form, file } = await readCreate(request)
      const context = { db, files, pdfs, principal: asAdmin(request.principal) }
      return reply.code(201).send(await createGlobalForm(context, form, file))
    },
  )

  app.put(
    '/global-forms/:id',
    { config, schema: { params: ById, body: UpdateGlobalForm, response: { 200: GlobalForm } } },
    (request) => changeGlobalForm({ db, principal: asAdmin(request.principal) }, request.params.id, request.body),
  )

  app.get('/global-forms/:id/file', { config, schema: { params: ById } }, async (request, reply) =>
    sendPdf(reply, await readGlobalFormFile({ db, files }, request.params.id)),
  )
}

async function readCreate(request: FastifyRequest): Promise<{ form: CreateGlobalForm; file: Buffer | undefined }> {
  if (!request.isMultipart()) return { form: Value.Parse(CreateGlobalForm, request.body), file: undefined }
  const { fields, file } = await readForm(request, pdfLimit)
  const { requires_signature, ...texts } = fields
  const given = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === '' ? null : text]))
  const form = {
    ...given,
    title: given.title ?? null,
    ...(requires_signature === undefined ? {} : { requires_signature: requires_signature === 'true' }),
  }
  return { form: checkFields(CreateGlobalForm, form), file }
}
