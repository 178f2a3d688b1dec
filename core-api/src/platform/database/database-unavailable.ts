/** The server is stopping, starting, or short of memory or connections, or it closed one (PostgreSQL, appendix A). */
const serverCodes = /^(?:08\w{3}|53[023]00|57P0[1235])$/
/** A connection failed or was lost. */
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
/** Messages of `pg`, its pool and the embedded engine, which have no code. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|The embedded database stopped|Query read timeout)/

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') {
    return serverCodes.test(error.code) || systemCodes.has(error.code)
  }
  return messages.test(error.message)
}
