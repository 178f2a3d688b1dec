import { randomUUID } from 'node:crypto'
import type { Permission } from '@agency/contract/permissions'
import type { InjectOptions, RouteOptions } from 'fastify'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Subject } from '../src/platform/http/subject.ts'

/** The ids of one client's records, by the kind of a route's subject. */
export type SubjectIds = Readonly<Record<'client' | 'session' | 'session-code' | 'session-form' | 'document', string>>

const Method = Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A declared route, and requests that its schemas accept. */
export interface RouteCall {
  /** As the route is declared, such as `GET /clients/:id`. */
  address: string
  method: Static<typeof Method>
  allow: readonly string[] | 'infrastructure'
  permission: Permission | undefined
  subject: Subject
  inArchive: boolean
  /** All names of its parameters and of the fields of its body. */
  fields: string[]
  /** A valid request about one of these records. */
  requestFor(ids: SubjectIds): InjectOptions
  /** A request about no record, with an empty body. */
  emptyRequest(): InjectOptions
}

interface Schema {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string | string[]
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  minItems?: number
  minProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  content?: Record<string, { schema: Schema }>
}

const formats: Readonly<Record<string, () => string>> = {
  uuid: randomUUID,
  date: () => '2026-01-10',
  'date-time': () => '2026-01-10T12:00:00Z',
  email: () => 'ana@example.com',
  uri: () => 'https://example.com/',
}

/** Values that schemas do not describe. */
const ofFields: Readonly<Record<string, unknown>> = { time_zone: 'America/New_York' }
/** Texts for patterns. */
const texts = [
  'a',
  '123456',
  '1',
  'en',
  'https://example.com/',
  'ana@example.com',
  '0'.repeat(64),
  '#aabbcc',
  'AAAAAAAA',
]

/** A small value that a schema accepts. */
function exampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (acceptsNull(schema)) return null
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.format) return formats[schema.format]?.() ?? 'a'
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  return pattern ? texts.find((text) => pattern.test(text)) : 'Ana'.padEnd(schema.minLength ?? 0, 'a')
}

/** Where null is accepted, a made-up id would be one of no record. */
const acceptsNull = ({ type, anyOf = [] }: Schema): boolean => [type].flat().includes('null') || anyOf.some(acceptsNull)

function objectOf({ properties = {}, required = [], minProperties = 0 }: Schema = {}): Record<string, unknown> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const names = [...required, ...optional.slice(0, Math.max(minProperties - required.length, 0))]
  return Object.fromEntries(names.map((name) => [name, ofFields[name] ?? exampleOf(properties[name] ?? {})]))
}

/** The schema of a part of a request; that of JSON if a body may be a form. */
function schemaOf(part: unknown): Schema | undefined {
  if (!isSchema(part)) return undefined
  return part.content?.['application/json']?.schema ?? part
}

/** TypeBox marks its schemas with symbols alone: all their keywords are those of JSON Schema. */
const isSchema = (part: unknown): part is Schema => typeof part === 'object' && part !== null

const fieldsOf = ({ properties = {}, anyOf = [] }: Schema = {}): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(fieldsOf),
]

const named = (ids: SubjectIds, subject: Exclude<Subject, 'none'>): unknown =>
  subject.kind === 'clients' ? [ids.client] : ids[subject.kind]

function callOf({ method, url, config, schema }: RouteOptions): RouteCall {
  const { allow = [], permission, subject = 'none', inArchive = false } = config ?? {}
  const parts = { params: schemaOf(schema?.params), body: schemaOf(schema?.body), query: schemaOf(schema?.querystring) }
  const requestOf = (
    values: Record<'params' | 'query', Record<string, unknown>> & { body: object | undefined },
  ): InjectOptions => ({
    method: Value.Parse(Method, method),
    url: url.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values.params[name]))),
    query: Object.fromEntries(Object.entries(values.query).map(([name, value]) => [name, String(value)])),
    ...(values.body === undefined ? {} : { payload: values.body }),
  })
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return {
    address: `${method} ${url}`,
    method: Value.Parse(Method, method),
    allow,
    permission,
    subject,
    inArchive,
    fields: Object.values(parts).flatMap(fieldsOf),
    requestFor: (ids) => {
      const values = {
        params: objectOf(parts.params),
        query: objectOf(parts.query),
        body: parts.body ? objectOf(parts.body) : hasBody ? {} : undefined,
      }
      if (subject !== 'none') Object.assign(values[subject.part] ?? {}, { [subject.field]: named(ids, subject) })
      return requestOf(values)
    },
    emptyRequest: () => requestOf({ params: objectOf(parts.params), query: {}, body: hasBody ? {} : undefined }),
  }
}

/** The calls of all routes. */
export const routeCalls = (routes: readonly RouteOptions[]): RouteCall[] => routes.map(callOf)
