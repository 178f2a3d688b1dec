import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { InvalidInput } from '../../errors.ts'
import { refuseUnstorable } from '../../http/refuse-unstorable.ts'

/** Fastify does not validate these. @throws InvalidInput naming unknown, invalid and unstorable fields */
export function checkFields<T extends TObject>(schema: T, fields: unknown): Static<T> {
  refuseUnstorable(fields)
  if (Value.Check(schema, fields)) return fields
  const sent = typeof fields === 'object' && fields !== null ? fields : {}
  const problems = new Map<string, string>()
  for (const name of Object.keys(sent)) if (!(name in schema.properties)) problems.set(name, 'is not a known field')
  for (const name of schema.required ?? []) if (!(name in sent)) problems.set(name, 'is needed')
  for (const { instancePath, message } of Value.Errors(schema, fields)) {
    const field = instancePath.slice(1)
    // A union reports each branch; the first is the most specific.
    if (field !== '' && !problems.has(field)) problems.set(field, message)
  }
  throw new InvalidInput([...problems].map(([field, message]) => ({ field, message })))
}
