/** Many routes share schemas. @param compile must not depend on the route */
export function compileOnce<Compiled>(compile: (schema: object) => Compiled): (schema: object) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (schema) => {
    const content = JSON.stringify(schema)
    const known = compiled.get(content)
    if (known !== undefined) return known
    const result = compile(schema)
    compiled.set(content, result)
    return result
  }
}
