import type { ApiAnswer, ApiOperation } from '@agency/contract/api-description'
import { ErrorBody } from '@agency/contract/errors'

const errorContent = { 'application/json': { schema: ErrorBody } }
const error = (description: string) => ({ description, content: errorContent })
const retryAfter = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait' } }

const responseNames: Record<string, string> = {
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
  507: 'DiskFull',
}
const successes: Record<string, string> = { 200: 'Success', 201: 'Created' }

export const sharedResponses: Record<string, ApiAnswer> = {
  InvalidInput: error('The request is invalid; `details` names each field'),
  NotSignedIn: error('No valid login; for a login, wrong credentials'),
  Forbidden: error('Not allowed for this caller, or a cross-origin request'),
  NotFound: error('There is no such record, or the caller has no access to it'),
  Conflict: error('Conflict with the current state; for EDIT_CONFLICT, `current` is the current record'),
  Gone: error('The session has ended'),
  LengthRequired: error('The Content-Length header is required'),
  TooLarge: error('The request body is too large'),
  UnsupportedMediaType: error('The media type of the body is not supported'),
  Refused: error('The document cannot be accepted; `message` gives the reason'),
  TooManyAttempts: { ...error('Too many attempts'), headers: retryAfter },
  Internal: error('Something went wrong'),
  CoreUnreachable: error('core-api or the e-signature provider did not give a valid answer'),
  Unavailable: error('Temporarily unavailable'),
  DiskFull: error('The disk of the installation is full; nothing was changed'),
}

export const errorResponses = (statuses: number[]): ApiOperation['responses'] =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${responseNames[status]}` }]))

export function withSharedResponses(responses: ApiOperation['responses']): ApiOperation['responses'] {
  const shared = Object.entries(responses).map(([status, answer]): [string, ApiAnswer] => {
    if (status in responseNames) return [status, { $ref: `#/components/responses/${responseNames[status]}` }]
    const isNamed = answer.description !== 'Default Response'
    return [status, isNamed ? answer : { ...answer, description: successes[status] ?? 'Answer' }]
  })
  return Object.fromEntries(shared)
}
