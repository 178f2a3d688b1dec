import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'

export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}

/** The body of an answer, checked against its schema. @throws UnexpectedAnswerError when it does not match */
export function parseAnswer<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  if (Check(schema, body)) return body
  throw new UnexpectedAnswerError('The answer is not what the contract describes.')
}

/** The number of items on all pages of a list. @throws UnexpectedAnswerError without X-Total-Count */
export function readTotal(headers: Headers): number {
  const total = Number(headers.get('X-Total-Count') ?? Number.NaN)
  if (!Number.isInteger(total)) throw new UnexpectedAnswerError('X-Total-Count is missing.')
  return total
}
