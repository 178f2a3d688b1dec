import { InvalidInput } from '../errors.ts'

/** The fields whose text holds a NUL character, however deep. */
function fieldsWithNul(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([field, value]) =>
    (typeof value === 'string' && value.includes('\0')) || fieldsWithNul(value).length > 0 ? [field] : [],
  )
}

/**
 * PostgreSQL's `text` holds every character but this one.
 * @throws InvalidInput naming the fields
 */
export function refuseNul(...inputs: unknown[]): void {
  const fields = inputs.flatMap(fieldsWithNul)
  if (fields.length === 0) return
  throw new InvalidInput(fields.map((field) => ({ field, message: 'must not hold a NUL character' })))
}
