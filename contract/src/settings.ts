import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Reads a service's settings once, at start. An empty value counts as none; `NAME_FILE` names a file that holds the
 * value of `NAME`, as secrets are given to containers.
 * @param readText gives a file's content
 * @throws with every setting that is missing or wrong, not the first alone
 */
export function readSettings<T extends TObject>(
  schema: T,
  environment: Record<string, string | undefined>,
  readText: (path: string) => string,
): Static<T> {
  const settingOf = (name: string) => {
    const file = environment[`${name}_FILE`]
    return (file ? readText(file).trim() : environment[name]) || undefined
  }
  const given = Object.keys(schema.properties).flatMap((name) => {
    const value = settingOf(name)
    return value === undefined ? [] : [[name, value]]
  })
  const values = Value.Default(schema, Value.Convert(schema, Object.fromEntries(given)))
  if (Value.Check(schema, values)) return values
  const problems = Value.Errors(schema, values).map(({ instancePath, message }) => {
    const name = instancePath.slice(1)
    return name === '' ? `  ${message}` : `  ${name}: ${message}`
  })
  throw new Error(`The settings are not usable:\n${problems.join('\n')}`)
}
