import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'

/** A successful answer whose body is not what the contract says. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}

/** The body as the contract describes it. @throws UnexpectedAnswerError when it is anything else. */
export function parseAnswer<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  if (Check(schema, body)) return body
  throw new UnexpectedAnswerError('The answer is not what the contract describes.')
}
