import Type, { type Static, type TObject } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'

/** Empty counts as unset; `NAME` precedes `NAME_FILE`. @param check lines of `NAME: problem` @throws with all */
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
  const invalid = new Set<string>()
  for (const error of Value.Errors(schema, values)) {
    const name = error.instancePath.slice(1)
    invalid.add(name)
    problems.push(name === '' ? error.message : `${name}: ${messageOf(error, schema.properties[name])}`)
  }
  const valid = Object.fromEntries(Object.entries(Object(values)).filter(([name]) => !invalid.has(name)))
  if (areValid(schema, valid)) problems.push(...check(valid))
  if (problems.length === 0 && Value.Check(schema, values)) return values
  throw new Error(`Invalid settings:\n${[...new Set(problems)].map((line) => `  ${line}`).join('\n')}`)
}

function messageOf({ keyword, params, message }: TLocalizedValidationError, setting: object | undefined): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern' && setting && 'description' in setting) return `must be ${setting.description}`
  return message
}

const areValid = <T extends TObject>(schema: T, values: unknown): values is Partial<Static<T>> =>
  Value.Check(Type.Partial(schema), values)
