import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import fp from 'fastify-plugin'
import { refuseNul } from '../uploads/refuse-nul.ts'

/**
 * Checks what comes in as it is: an unknown property or a wrong type is an error, never dropped or converted.
 * Only addresses, which are all text, have their numbers read.
 */
export const validation = fp(
  async (app) => {
    const options = { removeAdditional: false, useDefaults: false, allErrors: true, strict: false } as const
    const body = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
    const address = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))
    app.addHook('preHandler', async ({ body, query, params }) => refuseNul(body, query, params))
    app.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? body : address).compile(schema))
  },
  { name: 'validation' },
)
