/** Forms of a value that are accepted beside that of its schema, where they have one meaning. */

export type AcceptedKind = keyof typeof acceptedForms

interface AcceptedForm {
  readonly description: string
  readonly read: (value: unknown) => unknown
}

const yes = new Set<unknown>(['true', 'on', 'yes', '1', 1])
const no = new Set<unknown>(['false', 'off', 'no', '0', 0])

export const acceptedForms = {
  yesNo: {
    description: 'true, on, yes, 1; false, off, no, 0',
    read: (value) => {
      const plain = typeof value === 'string' ? value.trim().toLowerCase() : value
      if (yes.has(plain)) return true
      return no.has(plain) ? false : undefined
    },
  },
  wholeNumber: {
    description: 'digits as text',
    read: (value) => {
      const text = typeof value === 'string' ? value.trim() : ''
      return /^-?(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
    },
  },
  day: { description: 'an ISO 8601 date-time that is on one day', read: (value) => dayOf(value) },
  /** A time whose day alone is of interest. Noon in UTC is on that day in all of the United States and in Europe. */
  momentOfDay: {
    description: 'a date (YYYY-MM-DD), stored as its noon in UTC',
    read: (value) => (typeof value === 'string' && isDay(value.trim()) ? `${value.trim()}T12:00:00.000Z` : undefined),
  },
  /** Text of money, income and measures. Numbers of accounts and people have leading zeros, which a number loses. */
  amount: {
    description: 'a number',
    read: (value) => {
      const text = typeof value === 'number' ? String(value) : ''
      return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined
    },
  },
  phone: {
    description: 'a number of ten digits, or of eleven that begin with 1',
    read: (value) => (typeof value === 'number' && /^1?[2-9]\d{9}$/.test(String(value)) ? String(value) : undefined),
  },
} as const satisfies Record<string, AcceptedForm>

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Reads the named day of a local time or an offset; of UTC, if it is midnight or the same day in all of the US. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i
  const [, day, hour, minute, second = '00', zone = ''] = parts.exec(value.trim()) ?? []
  if (day === undefined || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second) > 60) return undefined
  const isUtc = /^(?:z|[+-]00:00)$/i.test(zone)
  const isMidnight = `${hour}${minute}${second}` === '000000'
  return !isUtc || isMidnight || Number(hour) >= 10 ? day : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Shape {
  readonly types: ReadonlySet<unknown>
  readonly kind: AcceptedKind | undefined
  readonly choices: readonly unknown[]
  readonly takesEmpty: boolean
}

const isKind = (name: unknown): name is AcceptedKind => typeof name === 'string' && Object.hasOwn(acceptedForms, name)

function shapeOf(schema: Record<string, unknown>): Shape {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema]
  const types = new Set(branches.flatMap(({ type }) => (Array.isArray(type) ? type : [type])))
  const choices = branches.flatMap((branch) => {
    if (Array.isArray(branch.enum)) return branch.enum
    return typeof branch.const === 'string' ? [branch.const] : []
  })
  const named = branches.map((branch) => branch['x-accepts']).find(isKind)
  const restricted = branches.some(({ format, pattern, minLength }) => [format, pattern, minLength].some(Boolean))
  const takesEmpty = types.has('string') && !restricted && choices.length === 0
  return { types, kind: named ?? kindOf(types, branches), choices, takesEmpty }
}

function kindOf(types: ReadonlySet<unknown>, branches: readonly Record<string, unknown>[]): AcceptedKind | undefined {
  if (types.has('boolean')) return 'yesNo'
  if (types.has('integer')) return 'wholeNumber'
  return branches.some(({ format }) => format === 'date') ? 'day' : undefined
}

function choiceOf(choices: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || choices.includes(value)) return undefined
  const folded = value.trim().toLowerCase()
  const found = choices.filter((choice) => typeof choice === 'string' && choice.toLowerCase() === folded)
  return found.length === 1 ? found[0] : undefined
}

function readValue({ types, kind, choices, takesEmpty }: Shape, value: unknown): unknown {
  if (value === '' && !takesEmpty && types.has('null')) return null
  const read = kind === undefined ? undefined : acceptedForms[kind].read(value)
  return read ?? choiceOf(choices, value) ?? value
}

interface ReadOptions {
  /** The body makes a record: an optional property that is null or empty is absent. Of a change, that has no meaning. */
  creates: boolean
  /** Names of properties that answers have. The body may send them back; those it does not take are ignored. */
  answered: ReadonlySet<string>
}

/** What has no single meaning stays as sent. @param schema of an object; anything else leaves the body as it is */
export function readAcceptedForms(schema: unknown, body: unknown, { creates, answered }: ReadOptions): unknown {
  if (!isRecord(schema) || !isRecord(schema.properties) || !isRecord(body)) return body
  const { properties } = schema
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property === undefined) return answered.has(name) ? [] : [[name, value]]
      if (!isRecord(property)) return [[name, value]]
      const shape = shapeOf(property)
      const isEmpty = value === null || (value === '' && !shape.takesEmpty)
      if (creates && isEmpty && !required.includes(name) && !shape.types.has('null')) return []
      return [[name, readValue(shape, value)]]
    }),
  )
}
