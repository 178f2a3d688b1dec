/** Of a server that stops, starts, is full, or ended a connection (PostgreSQL, appendix A). */
const serverCodes = /^(?:08\w{3}|53300|57P0[1235])$/
/** Of a connection that could not be made or broke off. */
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
/** What `pg`, its pool and the embedded engine say without a code. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|The embedded database stopped|Query read timeout)/

/** Whether an error says that the database cannot be asked now, as opposed to that it refused what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') {
    return serverCodes.test(error.code) || systemCodes.has(error.code)
  }
  return messages.test(error.message)
}
