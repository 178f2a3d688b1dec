import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { checkFields } from './check-fields.ts'
import { readForm } from './read-form.ts'

/**
 * Reads a body that is JSON, or multipart/form-data with the same fields and a part `file`. In a form an empty field is
 * null, and numbers and booleans are text.
 * @param absent values of fields that a form leaves out
 * @throws InvalidInput naming each field that is unknown or invalid; TooLarge
 */
export async function readPdfForm<T extends TObject>(
  request: FastifyRequest,
  schema: T,
  absent: Partial<Static<T>> = {},
): Promise<{ form: Static<T>; file: Buffer | undefined }> {
  if (!request.isMultipart()) {
    // Fastify validates a body by its content type. A request that has neither reaches the handler.
    const form = request.body === undefined ? checkFields(schema, {}) : Value.Parse(schema, request.body)
    return { form, file: undefined }
  }
  const { fields, file } = await readForm(request, largestPdf)
  const given = Object.entries(fields).map(([name, text]) => [name, typed(schema.properties[name], text)])
  return { form: checkFields(schema, { ...absent, ...Object.fromEntries(given) }), file }
}

/** Converts a text to the type of its field. An invalid text stays as it is, so that validation reports it. */
function typed(schema: TSchema | undefined, text: string): string | number | boolean | null {
  if (text === '') return null
  if (Type.IsBoolean(schema) && (text === 'true' || text === 'false')) return text === 'true'
  if (Type.IsInteger(schema) && /^\d{1,9}$/.test(text)) return Number(text)
  return text
}

/** The schema of the same fields in a form, for the description of the API. */
export function formFields(schema: TObject): TObject {
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    if (Type.IsBoolean(field)) return [name, Type.Optional(Type.Enum(['true', 'false']))]
    return [name, Type.IsInteger(field) ? Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) : field]
  })
  return Type.Object(Object.fromEntries(fields), { additionalProperties: false })
}
