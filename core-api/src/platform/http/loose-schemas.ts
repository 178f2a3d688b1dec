const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const parts = ['items', 'anyOf', 'oneOf', 'allOf', 'content', 'schema', 'properties', 'patternProperties']

/**
 * Finds the object schemas that name properties and accept others beside them.
 * @param schema a JSON Schema, or a map from content types to such, as Fastify takes them
 * @param at where the schema stands, for the report
 * @returns where each is, such as `body.fields.items`
 */
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
