import { errorCodes } from '@agency/contract/errors'

interface LoggedError {
  [key: string]: unknown
  type: string
  code?: string
  message: string
  /** Of a database error: the name of the violated constraint. */
  constraint?: string
  table?: string
  stack: string
  cause?: LoggedError
}

const plainTypes = new Set(['Error', 'TypeError', 'AggregateError'])
const systemCode = /^(?:E[A-Z]+|ERR_\w+|FST_\w+|UND_\w+)$/
const maxCauses = 4
const withheld = '(withheld: it may contain user data)'

/** Whether the message is known to contain no input. Parsers, validators and the database quote theirs. */
function isSafeToLog(error: Error, code: string | undefined): boolean {
  if (code !== undefined) return systemCode.test(code) || errorCodes.some((own) => own === code)
  return plainTypes.has(error.constructor.name)
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}

/** The frames of the stack, without the message at its start. */
function framesOf({ stack = '', message }: Error): string {
  const after = stack.slice(stack.indexOf(message) + message.length)
  return after
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/** Leaves out user data: the database's `detail`, `where` and parameters, and messages of parsers. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withheld, stack: '' }
  const code = textOf(error, 'code')
  const [constraint, table] = [textOf(error, 'constraint'), textOf(error, 'table')]
  return {
    type: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    message: isSafeToLog(error, code) ? error.message : withheld,
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    stack: framesOf(error),
    ...(error.cause instanceof Error && depth < maxCauses ? { cause: loggedError(error.cause, depth + 1) } : {}),
  }
}
