/** Methods whose repeated call has the same effect as one (RFC 9110 § 9.2.2), and PATCH, which in this API sets values. */
export const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])

/**
 * Names one press of a button, so that a POST that is retried takes effect once
 * (draft-ietf-httpapi-idempotency-key-header-07).
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** The header's value: a string of RFC 9651 § 3.3.3, so it stands in quotes. */
export const idempotencyKeyPattern = '^"[A-Za-z0-9_-]{16,64}"$'

/** A new value: 128 bits of chance, also where a page is not served over TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `"${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}
