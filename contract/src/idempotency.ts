import Type from 'typebox'

/**
 * Names one press of a button, so that a call that is sent again does nothing twice
 * (draft-ietf-httpapi-idempotency-key-header-07).
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** The header's value: a string of RFC 9651 § 3.3.3, in quotes; a UUID does well. */
export const IdempotencyKey = Type.String({
  pattern: '^"[A-Za-z0-9_-]{16,64}"$',
  description: 'In quotes, of 16 to 64 characters; a repeat with the same key answers with what the first call made',
})
