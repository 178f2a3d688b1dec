import fastJsonStringify from 'fast-json-stringify'
import fp from 'fastify-plugin'

type Serializer = ReturnType<typeof fastJsonStringify>

// Of the module, so that a schema which several routes have, or several apps of a test run, is compiled once. Most
// routes declare the same error answers.
const serializers = new Map<string, Serializer>()

/** The function that writes a value as JSON by its schema. Schemas of the same content have the same one. */
function serializerOf(schema: object): Serializer {
  const content = JSON.stringify(schema)
  const known = serializers.get(content)
  if (known) return known
  const serializer = fastJsonStringify(schema)
  serializers.set(content, serializer)
  return serializer
}

/** Compiles the schema of an answer once for all routes that declare it. */
export const serialization = fp(
  async (app) => {
    app.setSerializerCompiler<object>(({ schema }) => serializerOf(schema))
  },
  { name: 'serialization' },
)
