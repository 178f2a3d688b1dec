import { errorCodes } from '@agency/contract/errors'

interface LoggedError {
  [key: string]: unknown
  type: string
  code?: string
  message: string
  /** Of the database: which rule was broken, by name. */
  constraint?: string
  table?: string
  stack: string
  cause?: LoggedError
}

const plainTypes = new Set(['Error', 'TypeError', 'AggregateError'])
const systemCode = /^(?:E[A-Z]+|ERR_\w+|FST_\w+|UND_\w+)$/
const furthestCause = 4
const withheld = '(withheld: it may quote what was sent)'

/** Messages of parsers, validators and the database quote what they were given; only those known not to are kept. */
function isTelling(error: Error, code: string | undefined): boolean {
  if (code !== undefined) return systemCode.test(code) || errorCodes.some((own) => own === code)
  return plainTypes.has(error.constructor.name)
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}

/** The frames alone: a stack begins with the message. */
function framesOf({ stack = '', message }: Error): string {
  const after = stack.slice(stack.indexOf(message) + message.length)
  return after
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/**
 * What a log may say of an error: what it is and where it came from, and nothing of what a person has sent. The
 * database's `detail`, `where` and parameters hold values, and so do the messages of parsers: they are left out.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withheld, stack: '' }
  const code = textOf(error, 'code')
  const [constraint, table] = [textOf(error, 'constraint'), textOf(error, 'table')]
  return {
    type: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    message: isTelling(error, code) ? error.message : withheld,
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    stack: framesOf(error),
    ...(error.cause instanceof Error && depth < furthestCause ? { cause: loggedError(error.cause, depth + 1) } : {}),
  }
}
