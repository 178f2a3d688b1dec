import fastJsonStringify from 'fast-json-stringify'
import fp from 'fastify-plugin'
import { compileOnce } from './compile-once.ts'

// Of the module, so that several apps of a test run share what is compiled.
const serializerOf = compileOnce((schema) => fastJsonStringify(schema))

/** Writes answers by their schemas, as Fastify does by default, but compiles a schema once for all routes. */
export const serialization = fp(
  async (app) => {
    app.setSerializerCompiler<object>(({ schema }) => serializerOf(schema))
  },
  { name: 'serialization' },
)
