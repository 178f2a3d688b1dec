import { readAcceptedForms } from '@agency/contract/accepted-forms'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { compileOnce } from './compile-once.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { storableFormats } from './storable-formats.ts'

const options = { removeAdditional: false, useDefaults: false, allErrors: true, strict: false } as const

function validatorOf(coerceTypes: boolean) {
  const ajv = addFormats.default(new Ajv.default({ ...options, coerceTypes }))
  for (const [name, validate] of Object.entries(storableFormats)) ajv.addFormat(name, { validate })
  return compileOnce((schema) => ajv.compile(schema))
}

// Of the module, so that several apps of a test run share what is compiled.
const validateBody = validatorOf(false)
const validateAddress = validatorOf(true)

/** Limits bodies without a login: nothing is validated before, and no rate limit applies before validation. */
const bodyLimitWithoutLogin = 16 * 1024

function jsonBody(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.content)) return body
  const json = body.content['application/json']
  return isRecord(json) ? json.schema : undefined
}

/** Drops properties of the answer: a caller may send back the whole record. @param sent JSON, or fields of a form */
export function readSentBody({ method, routeOptions }: FastifyRequest, schema: unknown, sent: unknown): unknown {
  const answers = routeOptions.schema?.response
  const answer = isRecord(answers) ? (answers[201] ?? answers[200]) : undefined
  const properties = isRecord(answer) && isRecord(answer.properties) ? answer.properties : {}
  return readAcceptedForms(schema, sent, { creates: method === 'POST', answered: new Set(Object.keys(properties)) })
}

/** Strict (decision 005); path and query are converted to numbers. A schema with unknown properties fails the start. */
export const validation = fp(
  async (app) => {
    // Fastify parses text/plain by default. No route accepts it; without a parser the answer is 415.
    app.removeContentTypeParser('text/plain')
    // Some clients name the type of a body that they do not send. A route that needs one refuses its absence.
    app.addHook('onRequest', async ({ raw: { headers } }) => {
      const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
      if (!hasBody && headers['content-type']?.startsWith('application/json')) delete headers['content-type']
    })
    // Fastify's own text joins all errors of a body. `errorAnswers` writes the answer.
    app.setSchemaErrorFormatter((_errors, part) => new Error(`The ${part} is invalid`))
    app.addHook('onRoute', (route) => {
      const { method, url, schema, config } = route
      if (config?.allow?.includes('nobody')) route.bodyLimit ??= bodyLimitWithoutLogin
      for (const part of ['body', 'querystring', 'params'] as const) {
        const [first] = looseSchemas(schema?.[part], part)
        if (first) throw new Error(`${method} ${url}: the schema of ${first} accepts unknown properties`)
      }
    })
    app.addHook('preValidation', async (request) => {
      request.body = readSentBody(request, jsonBody(request.routeOptions.schema?.body), request.body)
    })
    app.addHook('preHandler', async (request) => refuseUnstorable(request.body, request.query, request.params))
    app.setValidatorCompiler<object>(({ schema, httpPart }) =>
      (httpPart === 'body' ? validateBody : validateAddress)(schema),
    )
  },
  { name: 'validation' },
)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const parts = ['items', 'anyOf', 'oneOf', 'allOf', 'content', 'schema', 'properties', 'patternProperties']

/** Object schemas that accept additional properties. @param schema or a map by content type @returns each path */
export function looseSchemas(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => looseSchemas(each, `${at}.${index}`))
  if (!isRecord(schema)) return []
  const isLoose = isRecord(schema.properties) && schema.type === 'object' && schema.additionalProperties !== false
  const inner = parts.flatMap((part) => {
    const value = schema[part]
    if (!isRecord(value)) return []
    if (Array.isArray(value) || part === 'items' || part === 'schema') return looseSchemas(value, `${at}.${part}`)
    return Object.entries(value).flatMap(([name, each]) => looseSchemas(each, `${at}.${name}`))
  })
  return [...(isLoose ? [at] : []), ...inner]
}
