import { UnexpectedAnswerError } from './answer'

/** How many items match a list's query, on all pages. @throws UnexpectedAnswerError when the answer doesn't say */
export function readTotal(headers: Headers): number {
  const total = Number(headers.get('X-Total-Count') ?? Number.NaN)
  if (!Number.isInteger(total)) throw new UnexpectedAnswerError('X-Total-Count is missing.')
  return total
}
