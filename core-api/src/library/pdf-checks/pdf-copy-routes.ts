import { Readable } from 'node:stream'
import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { sendPdf } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { formFields, readPdfForm } from './read-pdf-form.ts'

const CopyOptions = Strict({
  requires_signature: Type.Optional(
    Type.Boolean({ description: 'Without it, true: what is filled in becomes fields' }),
  ),
})

export const pdfCopyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  route(app, 'POST /pdf-copies', {
    config: {
      allow: ['admin'],
      permission: 'sessions.write',
      subject: 'none',
      form: { fields: formFields(CopyOptions), part: 'file', many: false },
    },
    schema: {
      tags: ['global-forms'],
      operationId: 'copyPdf',
      summary: 'The copy of a PDF that would be used, with the losses that are accepted; nothing is stored',
      response: { 200: fileAnswer('application/pdf'), ...failures(422) },
    },
    handler: async (request, reply) => {
      const { form, pdf } = request.isMultipart() ? await readPdfForm(request, CopyOptions) : {}
      if (!pdf) throw new InvalidInput([{ field: 'file', message: 'is needed' }])
      const use = form?.requires_signature === false ? 'read' : 'fill-in'
      const { bytes } = await app.pdfs.inspect(pdf.bytes, { use, password: pdf.password, accepted: pdf.accepted })
      return sendPdf(reply, { title: 'Copy', content: Readable.from([Buffer.from(bytes)]), size: bytes.length })
    },
  })
}
