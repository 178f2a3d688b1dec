/** draft-ietf-httpapi-idempotency-key-header-07 */
export const idempotencyKeyHeader = 'idempotency-key'

/** The header's value: a string of RFC 9651 § 3.3.3, in quotes. */
export const idempotencyKeyPattern = '^"[A-Za-z0-9_-]{16,64}"$'

/** A new key of 128 random bits. `crypto.randomUUID` is missing in pages that are not served over TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `"${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** Methods whose repeated call has the same effect as one (RFC 9110 § 9.2.2), and PATCH, which in this API sets values. */
export const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])
