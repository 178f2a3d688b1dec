import { AcceptLoss, PdfPictures } from '@agency/contract/pdf-checks'
import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import { Value } from 'typebox/value'
import { checkFields } from '../../platform/files/uploads/check-fields.ts'
import { readForm } from '../../platform/files/uploads/read-form.ts'
import { readSentBody } from '../../platform/http/validation.ts'
import { lossesIn } from './accepted-losses.ts'
import type { UploadedPdf } from './pdf-intake.ts'

const PdfPart = Type.Object({
  pdf_password: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Opens the PDF of this upload, if it needs one; it is not stored' }),
  ),
  pictures: Type.Optional(PdfPictures),
  accept_loss: Type.Optional(AcceptLoss),
})

const tooLarge = `This file is larger than ${largestPdf / 2 ** 20} MB. Scan it with 150 to 200 dpi, or split it, and upload it again.`

/**
 * Reads JSON, or a form in which an empty field is null and numbers are text.
 * @throws InvalidInput; TooLarge; as the subject's check
 */
export async function readPdfForm<T extends TObject>(
  request: FastifyRequest,
  schema: T,
  absent: Partial<Static<T>> = {},
): Promise<{ form: Static<T>; pdf: UploadedPdf | undefined }> {
  if (!request.isMultipart()) {
    // Fastify validates a body by its content type. A request that has neither reaches the handler.
    const form = request.body === undefined ? checkFields(schema, {}) : Value.Parse(schema, request.body)
    return { form, pdf: undefined }
  }
  const { fields, file } = await readForm(request, { limit: largestPdf, tooLarge })
  const names = Object.keys(PdfPart.properties)
  const sent = Object.entries(fields)
  const ofPdf = sent.filter(([name, text]) => names.includes(name) && text !== '')
  const { pdf_password: password, pictures, accept_loss } = checkFields(PdfPart, Object.fromEntries(ofPdf))
  const texts = sent.filter(([name]) => !names.includes(name))
  const given = Object.fromEntries(texts.map(([name, text]) => [name, text === '' ? null : text]))
  const form = checkFields(schema, readSentBody(request, schema, { ...absent, ...given }))
  await request.server.checkBodySubject(request, form)
  return { form, pdf: file && { bytes: file, password, pictures, accepted: lossesIn(accept_loss) } }
}

export function formFields(schema: TObject): TObject {
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    if (Type.IsBoolean(field)) return [name, Type.Optional(Type.Enum(['true', 'false']))]
    return [name, Type.IsInteger(field) ? Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) : field]
  })
  const properties = { ...Object.fromEntries(fields), ...PdfPart.properties }
  return Type.Object(properties, { additionalProperties: false })
}
