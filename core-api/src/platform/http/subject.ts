import { normalizeSessionCode } from '@agency/contract/session-code'
import Type from 'typebox'
import { Check } from 'typebox/value'

export type RecordName =
  | { kind: 'client'; id: string }
  | { kind: 'session'; id: string }
  | { kind: 'session-code'; code: string }
  | { kind: 'session-form'; id: string }
  | { kind: 'document'; id: string }

type Part = 'params' | 'body' | 'query'
/** Where a call names a record, such as `body.client_id`. */
type Place = `${Part}.${string}`

interface Reference {
  kind: RecordName['kind']
  part: Part
  field: string
}
/** Clients that the service checks when it has locked them. */
interface CheckedInService {
  kind: 'clients'
  part: Part
  field: string
}

/** `none`: no client's; also lists, whose queries are limited to the scope of the caller. */
export type Subject = Reference | CheckedInService | 'none'

function at<Kind extends string>(kind: Kind, place: Place): { kind: Kind; part: Part; field: string } {
  const [field = ''] = place.split('.').slice(1)
  const part = place.startsWith('params.') ? 'params' : place.startsWith('body.') ? 'body' : 'query'
  return { kind, part, field }
}

export const by = {
  client: (place: Place) => at('client', place),
  session: (place: Place) => at('session', place),
  sessionCode: (place: Place) => at('session-code', place),
  sessionForm: (place: Place) => at('session-form', place),
  document: (place: Place) => at('document', place),
  /** A list of clients. The service must check them: `authorization.test.ts` proves that it does. */
  clientsInService: (place: Place) => at('clients', place),
}

const Values = Type.Record(Type.String(), Type.Unknown())

/** The record that a subject names in a part of a request; undefined if the field is not there. */
export function recordNamedIn(values: unknown, { kind, field }: Reference): RecordName | undefined {
  const value = Check(Values, values) ? values[field] : undefined
  if (typeof value !== 'string') return undefined
  return kind === 'session-code' ? { kind, code: normalizeSessionCode(value) } : { kind, id: value }
}
