/** Of the system, and `disk_full` of PostgreSQL (appendix A), which the embedded engine sends too. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** `SQLITE_FULL`, https://www.sqlite.org/rescode.html */
const sqliteFull = 13
/** `Insufficient Storage` (RFC 4918, section 11.5), by which a bucket's server says so. */
const insufficientStorage = 507
const maxCauses = 8

const isFull = (error: Error): boolean =>
  ('code' in error && codes.includes(error.code)) ||
  ('errcode' in error && error.errcode === sqliteFull) ||
  ('$metadata' in error && statusOf(error.$metadata) === insufficientStorage)

const statusOf = (metadata: unknown): unknown =>
  typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? metadata.httpStatusCode
    : undefined

/** Whether an error, or one of its causes, means that a disk is full or over its quota. */
export function isDiskFull(error: unknown): boolean {
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < maxCauses; depth++) {
    if (isFull(cause)) return true
    cause = cause.cause
  }
  return false
}

export const startFailure = (error: Error): string =>
  isDiskFull(error) ? `The disk is full. Free space and start again. (${error.message})` : error.message
