import fc from 'fast-check'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

/** The keywords of JSON Schema that the description of the API uses. */
const Schema = Type.Cyclic(
  {
    Schema: Type.Object({
      $ref: Type.Optional(Type.String()),
      type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
      const: Type.Optional(Type.Unknown()),
      enum: Type.Optional(Type.Array(Type.Unknown())),
      anyOf: Type.Optional(Type.Array(Type.Ref('Schema'))),
      properties: Type.Optional(Type.Record(Type.String(), Type.Ref('Schema'))),
      required: Type.Optional(Type.Array(Type.String())),
      additionalProperties: Type.Optional(Type.Union([Type.Boolean(), Type.Ref('Schema')])),
      items: Type.Optional(Type.Ref('Schema')),
      format: Type.Optional(Type.String()),
      pattern: Type.Optional(Type.String()),
      minLength: Type.Optional(Type.Number()),
      maxLength: Type.Optional(Type.Number()),
      minimum: Type.Optional(Type.Number()),
      maximum: Type.Optional(Type.Number()),
    }),
  },
  'Schema',
)
type Schema = Static<typeof Schema>

/** Texts that have broken parsers, databases and screens. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202Egnp.exe',
  '\uFEFF',
  "'; DROP TABLE clients; --",
  '<script>alert(1)</script>',
  '%00',
  '../../etc/passwd',
  '__proto__',
  '\r\nSet-Cookie: a=b',
  'é'.repeat(600),
  '9'.repeat(400),
  '-1',
  'NaN',
  'null',
  '__clear__',
  '***-**-1234',
]
const hostileDates = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-29', '2024-02-29', '+10000-01-01', '2026-1-1']
const hostileTimes = [
  '0000-01-01T00:00:00Z',
  '2026-11-22T10:00:00+21:04',
  '2026-11-22T10:00:00-15:59',
  '9999-12-31T23:59:59-12:00',
  '2016-12-31T23:59:60Z',
  '2026-11-22T10:00:00Z[Europe/Lisbon]',
  '2026-11-22',
]
const hostileNumbers = [-1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e20, -0, 1e308]

/**
 * Makes values for a schema: most of them valid, some at or beyond its bounds.
 * @param document an OpenAPI 3.1 document, for `$ref`
 * @param ids of records that are there
 */
export class SchemaArbitraries {
  readonly #shared: Record<string, unknown>
  readonly #ids: readonly string[]

  constructor(document: { components: { schemas?: Record<string, unknown> } }, ids: readonly string[]) {
    this.#shared = document.components.schemas ?? {}
    this.#ids = ids
  }

  /** @param given a JSON Schema */
  of(given: unknown): fc.Arbitrary<unknown> {
    const schema = Value.Parse(Schema, given)
    if (schema.$ref) return this.of(this.#shared[schema.$ref.split('/').at(-1) ?? ''])
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => this.of(branch)))
    if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => this.#ofType(type, schema)))
    return this.#ofType(schema.type ?? 'any', schema)
  }

  #ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
    if (type === 'string') return this.#text(schema)
    if (type === 'integer' || type === 'number') return numberOf(schema)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'array') return fc.array(this.of(schema.items ?? {}), { maxLength: 4 })
    return type === 'object' ? this.#object(schema) : fc.jsonValue()
  }

  #text({ format, pattern, maxLength }: Schema): fc.Arbitrary<string> {
    if (format === 'uuid')
      return fc.oneof(fc.constantFrom(...this.#ids), fc.uuid(), fc.constant(`urn:uuid:${this.#ids[0]}`))
    if (format === 'date') return fc.oneof(dayOf(), fc.constantFrom(...hostileDates))
    if (format === 'date-time') return fc.oneof(timeOf(), fc.constantFrom(...hostileTimes))
    const plain = fc.string({ unit: 'binary', maxLength: Math.min(maxLength ?? 40, 40) })
    const hostile = fc.constantFrom(...hostileTexts)
    if (pattern) return fc.oneof({ weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern, 'u')) }, hostile)
    return fc.oneof(plain, hostile)
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
    const model = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.of(schema)]))
    const requiredKeys = required.filter((name) => name in model)
    const named = fc.record(model, { requiredKeys, noNullPrototype: true })
    if (typeof additionalProperties !== 'object') return named
    return fc.dictionary(fc.constantFrom(...this.#ids, ...hostileTexts), this.of(additionalProperties), { maxKeys: 4 })
  }
}

const dayOf = (): fc.Arbitrary<string> =>
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString().slice(0, 10))

const timeOf = (): fc.Arbitrary<string> =>
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-02'), max: new Date('9999-12-30') })
    .map((date) => date.toISOString())

function numberOf({ type, minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof({ weight: 3, arbitrary: inside }, fc.constantFrom(minimum, maximum, ...hostileNumbers))
}
