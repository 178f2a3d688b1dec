import { normalizeSessionCode } from '@agency/contract/session-code'
import type { FastifyRequest, RouteOptions } from 'fastify'
import Type from 'typebox'
import { Check } from 'typebox/value'

/** Names a record by which a call reaches a client or a session. */
export type RecordName =
  | { kind: 'client'; id: string }
  | { kind: 'session'; id: string }
  | { kind: 'session-code'; code: string }
  | { kind: 'session-form'; id: string }
  | { kind: 'document'; id: string }

const Values = Type.Record(Type.String(), Type.Unknown())

/** Where the calls of a route name the record of a client or a session. */
export interface Naming {
  /** The beginning of the paths. */
  path: string
  /** In the validated parameters, or in the validated body. */
  part: 'params' | 'body'
  field: string
  name: (value: string) => RecordName
}

const client = (id: string): RecordName => ({ kind: 'client', id })
const session = (id: string): RecordName => ({ kind: 'session', id })
const sessionOfCode = (code: string): RecordName => ({ kind: 'session-code', code: normalizeSessionCode(code) })
const sessionForm = (id: string): RecordName => ({ kind: 'session-form', id })
const document = (id: string): RecordName => ({ kind: 'document', id })

/** The first that fits applies. */
const namings: readonly Naming[] = [
  { path: '/clients/:id', part: 'params', field: 'id', name: client },
  { path: '/upload/', part: 'params', field: 'clientId', name: client },
  { path: '/documents/', part: 'params', field: 'id', name: document },
  { path: '/sessionforms/session/', part: 'params', field: 'id', name: session },
  { path: '/sessionforms/', part: 'params', field: 'id', name: sessionForm },
  { path: '/sessionforms', part: 'body', field: 'session_id', name: session },
  { path: '/docusign/envelopes/', part: 'params', field: 'id', name: sessionForm },
  { path: '/session/', part: 'params', field: 'code', name: sessionOfCode },
  { path: '/session', part: 'body', field: 'client_id', name: client },
]

/** Where the calls of a route name a record; undefined if they name none. */
export const namingOf = ({ url }: Pick<RouteOptions, 'url'>): Naming | undefined =>
  namings.find(({ path }) => url.startsWith(path))

/** The record that a call names; undefined if its body is not read yet. */
export function recordNamedIn(request: FastifyRequest, { part, field, name }: Naming): RecordName | undefined {
  const values: unknown = request[part]
  const value = Check(Values, values) ? values[field] : undefined
  return typeof value === 'string' ? name(value) : undefined
}
