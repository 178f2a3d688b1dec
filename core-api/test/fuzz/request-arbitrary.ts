import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { bodySchema, type CallableDocument, type Operation } from './operations.ts'
import { SchemaArbitraries } from './schema-arbitrary.ts'

type Request = Required<Pick<InjectOptions, 'method' | 'url'>> &
  Pick<InjectOptions, 'payload'> & { headers: Record<string, string> }
type Content = Pick<Request, 'payload' | 'headers'>

const boundary = 'fuzz-boundary'
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** An HTTP header holds visible ASCII; everything else is left to tests of the HTTP parser. */
const headerText = (value: unknown): string =>
  asText(value)
    .replaceAll(/[^\x20-\x7E]/g, '')
    .trim()

function multipartOf(fields: object, file: Uint8Array): Buffer {
  const text = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a\u202Efdp.exe"\r\n\r\n`
  return Buffer.concat([Buffer.from(text.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

const json = (value: unknown): Content => ({
  payload: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

/** Bodies whose type or form is wrong, whatever the operation. */
const brokenBodies: Content[] = [
  { payload: 'text', headers: { 'content-type': 'text/plain' } },
  { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { payload: '--x\r\n', headers: { 'content-type': 'multipart/form-data' } },
  { payload: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { payload: '--x\r\n\r\n', headers: { 'content-type': 'multipart/mixed; boundary=x' } },
  { payload: '{"a":', headers: { 'content-type': 'application/json' } },
  { payload: '', headers: { 'content-type': 'application/json' } },
  { payload: '[]', headers: { 'content-type': 'application/json' } },
  { payload: 'null', headers: { 'content-type': 'application/json' } },
  { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
  { payload: `${'['.repeat(50_000)}${']'.repeat(50_000)}`, headers: { 'content-type': 'application/json' } },
  { payload: 'x', headers: { 'content-type': 'nonsense' } },
  { payload: 'x', headers: {} },
  { headers: {} },
]

function contentOf(operation: Operation, arbitraries: SchemaArbitraries): fc.Arbitrary<Content> {
  const broken = fc.constantFrom(...brokenBodies)
  const schema = bodySchema(operation, 'application/json')
  const form = bodySchema(operation, 'multipart/form-data')
  const bodies: fc.Arbitrary<Content>[] = []
  if (schema !== undefined) bodies.push(arbitraries.of(schema).map(json), fc.jsonValue().map(json))
  if (form !== undefined) {
    const parts = fc.tuple(arbitraries.of(form), fc.uint8Array({ maxLength: 64 }))
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    bodies.push(parts.map(([fields, file]) => ({ payload: multipartOf(Object(fields), file), headers })))
  }
  if (bodies.length === 0) return fc.constant({ headers: {} })
  return fc.oneof(...bodies.map((arbitrary) => ({ weight: 5, arbitrary })), broken)
}

/**
 * Makes requests of one operation from its description: most of them valid, some at or beyond its bounds.
 * @param ids of records that are there
 */
export function requestsOf(
  document: CallableDocument,
  operation: Operation,
  ids: readonly string[],
): fc.Arbitrary<Request> {
  const arbitraries = new SchemaArbitraries(document, ids)
  const { parameters = [], method, path } = operation
  const valuesIn = (place: string) => {
    const there = parameters.filter((parameter) => parameter.in === place)
    const model = Object.fromEntries(there.map(({ name, schema }) => [name, arbitraries.of(schema)]))
    return fc.record(model, place === 'path' ? {} : { requiredKeys: [] })
  }
  const made = fc.tuple(valuesIn('path'), valuesIn('query'), valuesIn('header'), contentOf(operation, arbitraries))
  return made.map(([params, query, given, content]) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => segment(params[name]))
    const search = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(wellFormed(asText(value)))}`,
    )
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, headerText(value)]))
    const url = search.length > 0 ? `${filled}?${search.join('&')}` : filled
    return { method, url, ...content, headers: { ...headers, ...content.headers } }
  })
}

/** One part of a path; an empty one would be another address. */
const segment = (value: unknown): string => encodeURIComponent(wellFormed(asText(value))) || '-'

/** An address can't carry half a surrogate pair. */
const wellFormed = (text: string): string => text.toWellFormed()
