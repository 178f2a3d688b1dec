import type { ErrorCode } from '@agency/contract/errors'
import createError from '@fastify/error'

const define = (code: ErrorCode, message: string, status: number) => createError(code, message, status)

export const SessionExpired = define('SESSION_EXPIRED', 'Your login has expired. Please log in again.', 401)
export const CrossOrigin = define('CROSS_ORIGIN', 'Cross-origin requests are not allowed.', 403)
export const TooLarge = define('TOO_LARGE', 'The request body is too large.', 413)
export const EncodedBody = define('UNSUPPORTED_MEDIA_TYPE', 'Compressed request bodies are not supported.', 415)
export const TooSlow = define('TIMEOUT', 'The request took too long to arrive.', 408)
export const LengthRequired = define('LENGTH_REQUIRED', 'The Content-Length header is required.', 411)
export const InvalidKey = define(
  'INVALID_INPUT',
  'Idempotency-Key: must be 16 to 64 letters, digits, hyphens or underscores, in quotes.',
  400,
)
export const AppUnavailable = define('UNAVAILABLE', 'This page is not available right now. Please try again.', 503)
export const CoreUnreachable = define(
  'CORE_UNREACHABLE',
  'The service is not available right now. Please try again.',
  502,
)
/** core-api accepts connections and does not answer. */
export const CoreSilent = define('CORE_UNREACHABLE', 'The service is not available right now. Please try again.', 503)
export const ClockSkew = define(
  'CLOCK_SKEW',
  "This server's clock and core-api's differ by %s seconds. Synchronise both clocks by NTP.",
  503,
)
