import Type, { type Static, type TObject } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'

/**
 * Reads a service's settings once, at start. An empty value counts as none; `NAME_FILE` names a file that holds the
 * value of `NAME`, as secrets are given to containers. A value that is given directly goes before the file.
 * @param readText gives a file's content
 * @param check says what is wrong with settings that are right each by itself, a line each as `NAME: what`
 * @throws with every setting that is missing or wrong, not the first alone
 */
export function readSettings<T extends TObject>(
  schema: T,
  environment: Record<string, string | undefined>,
  readText: (path: string) => string,
  check: (settings: Partial<Static<T>>) => string[] = () => [],
): Static<T> {
  const problems: string[] = []
  const settingOf = (name: string) => {
    const [value, file] = [environment[name], environment[`${name}_FILE`]]
    try {
      return value || (file && readText(file).trim()) || undefined
    } catch {
      problems.push(`${name}_FILE: cannot be read`)
      return undefined
    }
  }
  const given = Object.keys(schema.properties).flatMap((name) => {
    const value = settingOf(name)
    return value === undefined ? [] : [[name, value]]
  })
  const values = Value.Default(schema, Value.Convert(schema, Object.fromEntries(given)))
  const wrong = new Set<string>()
  for (const error of Value.Errors(schema, values)) {
    const name = error.instancePath.slice(1)
    wrong.add(name)
    problems.push(name === '' ? error.message : `${name}: ${tell(error, schema.properties[name])}`)
  }
  const right = Object.fromEntries(Object.entries(Object(values)).filter(([name]) => !wrong.has(name)))
  if (areRight(schema, right)) problems.push(...check(right))
  if (problems.length === 0 && Value.Check(schema, values)) return values
  throw new Error(`The settings are not usable:\n${[...new Set(problems)].map((line) => `  ${line}`).join('\n')}`)
}

/** What is wrong, for somebody who is to put it right. */
function tell({ keyword, params, message }: TLocalizedValidationError, setting: object | undefined): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern' && setting && 'description' in setting) return `must be ${setting.description}`
  return message
}

/** Whether each of these settings is right by itself, whether or not some are missing. */
const areRight = <T extends TObject>(schema: T, values: unknown): values is Partial<Static<T>> =>
  Value.Check(Type.Partial(schema), values)
