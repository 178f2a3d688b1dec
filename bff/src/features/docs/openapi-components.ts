import * as admins from '@agency/contract/admins'
import type { ApiAnswer, ApiOperation } from '@agency/contract/api-description'
import * as audit from '@agency/contract/audit'
import * as capabilities from '@agency/contract/capabilities'
import * as clients from '@agency/contract/clients'
import * as documents from '@agency/contract/documents'
import * as errors from '@agency/contract/errors'
import * as esign from '@agency/contract/esign'
import * as globalForms from '@agency/contract/global-forms'
import * as sessionForms from '@agency/contract/session-forms'
import * as sessions from '@agency/contract/sessions'
import * as today from '@agency/contract/today'
import Type from 'typebox'

const errorContent = { 'application/json': { schema: errors.ErrorBody } }
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
}
const successes: Record<string, string> = { 200: 'Success', 201: 'Created' }

/** `components.responses`: the error answers, each described once. */
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
}

/** References to the error answers of these statuses. */
export const errorResponses = (statuses: number[]): ApiOperation['responses'] =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${responseNames[status]}` }]))

/** Replaces the error answers of an operation by references, and describes its success answers. */
export function withSharedResponses(responses: ApiOperation['responses']): ApiOperation['responses'] {
  const shared = Object.entries(responses).map(([status, answer]): [string, ApiAnswer] => {
    if (status in responseNames) return [status, { $ref: `#/components/responses/${responseNames[status]}` }]
    const isNamed = answer.description !== 'Default Response'
    return [status, isNamed ? answer : { ...answer, description: successes[status] ?? 'Answer' }]
  })
  return Object.fromEntries(shared)
}

const contract = {
  ...admins,
  ...audit,
  ...capabilities,
  ...clients,
  ...documents,
  ...errors,
  ...esign,
  ...globalForms,
  ...sessionForms,
  ...sessions,
  ...today,
}

/** JSON with sorted properties: equal for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

const exported = Object.entries(contract).filter(
  ([, value]) => Type.IsObject(value) || Type.IsUnion(value) || Type.IsEnum(value),
)
const nameOf = new Map(exported.map(([name, schema]) => [canonical(schema), name]))

/**
 * Replaces each schema that the contract exports by a reference to it.
 * @returns the value with references, and `components.schemas` in alphabetical order
 */
export function referenceSchemas(value: unknown): { referenced: unknown; schemas: Record<string, unknown> } {
  const used = new Map<string, unknown>()
  const inside = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, replace(inner)]))
  }
  const replace = (node: unknown): unknown => {
    const name = typeof node === 'object' && node !== null ? nameOf.get(canonical(node)) : undefined
    if (name === undefined) return inside(node)
    if (!used.has(name)) {
      used.set(name, undefined)
      used.set(name, inside(node))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const referenced = replace(value)
  return { referenced, schemas: Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
