import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { checkFields } from './check-fields.ts'
import { readForm } from './read-form.ts'

/** Bytes that a PDF of the library or of a session may have. */
const pdfLimit = 25 * 1024 * 1024

/**
 * A body that is JSON, or multipart/form-data of the same fields with a part `file`. In a form an empty field is null,
 * and numbers and truth values are text.
 * @param absent what a form means by leaving a field out
 * @throws InvalidInput naming each field that is unknown or wrong; TooLarge
 */
export async function readPdfForm<T extends TObject>(
  request: FastifyRequest,
  schema: T,
  absent: Partial<Static<T>> = {},
): Promise<{ form: Static<T>; file: Buffer | undefined }> {
  if (!request.isMultipart()) return { form: Value.Parse(schema, request.body), file: undefined }
  const { fields, file } = await readForm(request, pdfLimit)
  const given = Object.entries(fields).map(([name, text]) => [name, typed(schema.properties[name], text)])
  return { form: checkFields(schema, { ...absent, ...Object.fromEntries(given) }), file }
}

/** A text as its field has it; left as it is where it can't be, so that the check says so. */
function typed(schema: TSchema | undefined, text: string): string | number | boolean | null {
  if (text === '') return null
  if (Type.IsBoolean(schema) && (text === 'true' || text === 'false')) return text === 'true'
  if (Type.IsInteger(schema) && /^\d{1,9}$/.test(text)) return Number(text)
  return text
}

/** For the description of the API: the same fields, as a form carries them. */
export function formFields(schema: TObject): TObject {
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    if (Type.IsBoolean(field)) return [name, Type.Optional(Type.Enum(['true', 'false']))]
    return [name, Type.IsInteger(field) ? Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) : field]
  })
  return Type.Object(Object.fromEntries(fields), { additionalProperties: false })
}
