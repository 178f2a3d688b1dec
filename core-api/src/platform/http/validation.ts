import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import fp from 'fastify-plugin'
import { looseSchemas } from './loose-schemas.ts'
import { refuseNul } from './refuse-nul.ts'
import { storableFormats } from './storable-formats.ts'

const options = { removeAdditional: false, useDefaults: false, allErrors: true, strict: false } as const

function validatorOf(coerceTypes: boolean) {
  const ajv = addFormats.default(new Ajv.default({ ...options, coerceTypes }))
  for (const [name, validate] of Object.entries(storableFormats)) ajv.addFormat(name, { validate })
  return ajv
}

// Of the module, so that a schema which several routes have, or several apps of a test run, is compiled once.
const body = validatorOf(false)
const address = validatorOf(true)

/**
 * Validates what comes in as it is: an unknown property or a wrong type is an error, never dropped or converted.
 * Only path and query parameters, which are all text, have their numbers read.
 * A route whose schema would accept an unknown property does not start: such a property could be a column.
 */
export const validation = fp(
  async (app) => {
    // Fastify parses text/plain by default, but no route of ours takes it: without a parser the answer is 415.
    app.removeContentTypeParser('text/plain')
    app.addHook('onRoute', ({ method, url, schema }) => {
      for (const part of ['body', 'querystring', 'params'] as const) {
        const [first] = looseSchemas(schema?.[part], part)
        if (first) throw new Error(`${method} ${url}: the schema of ${first} accepts unknown properties`)
      }
    })
    app.addHook('preHandler', async (request) => refuseNul(request.body, request.query, request.params))
    app.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? body : address).compile(schema))
  },
  { name: 'validation' },
)
