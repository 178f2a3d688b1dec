import type { ApiAnswer, ApiOperation } from '@agency/contract/api-description'
import { ErrorBody } from '@agency/contract/errors'

const errorContent = { 'application/json': { schema: ErrorBody } }
const error = (description: string) => ({ description, content: errorContent })
const retryAfter = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' } }

const answerNames: Record<string, string> = {
  400: 'InvalidInput',
  401: 'NotSignedIn',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  411: 'LengthRequired',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'Refused',
  429: 'TooManyAttempts',
  500: 'Internal',
  502: 'CoreUnreachable',
  503: 'Unavailable',
}
const successes: Record<string, string> = { 200: 'Success', 201: 'Created' }

/** The error answers, each described once: `components.responses`. */
export const sharedAnswers: Record<string, ApiAnswer> = {
  InvalidInput: error('What was sent is wrong; `details` names each field'),
  NotSignedIn: error('No login, or one that has ended; on a login, wrong credentials'),
  Forbidden: error('Not for this caller, or not from one of our own pages'),
  NotFound: error('There is no such record, or it is not the caller’s'),
  Conflict: error('Not in the present state; with EDIT_CONFLICT, `current` is the record as it is'),
  Gone: error('This session has ended'),
  LengthRequired: error('The length of the body must be stated'),
  TooLarge: error('What was sent is too large'),
  UnsupportedMediaType: error('A body of this type is not read here'),
  Refused: error('The document cannot be accepted; `message` says why'),
  TooManyAttempts: { ...error('Too many attempts'), headers: retryAfter },
  Internal: error('Something went wrong'),
  CoreUnreachable: error('The service behind, or the provider of e-signatures, gives no usable answer'),
  Unavailable: error('Not able to do this right now'),
}

/** The error answers of these statuses, by reference. */
export const answersOf = (statuses: number[]): ApiOperation['responses'] =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${answerNames[status]}` }]))

/** An operation's answers, errors by reference and successes with a word on what they are. */
export function shareAnswers(responses: ApiOperation['responses']): ApiOperation['responses'] {
  const shared = Object.entries(responses).map(([status, answer]): [string, ApiAnswer] => {
    if (status in answerNames) return [status, { $ref: `#/components/responses/${answerNames[status]}` }]
    const isNamed = answer.description !== 'Default Response'
    return [status, isNamed ? answer : { ...answer, description: successes[status] ?? 'Answer' }]
  })
  return Object.fromEntries(shared)
}
