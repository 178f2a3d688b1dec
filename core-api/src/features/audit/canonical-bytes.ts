import canonicalize from 'canonicalize'

/**
 * Canonical JSON (RFC 8785) in UTF-8: what hashes, HMACs and signatures of the trail are computed over.
 * @throws for what JSON can't hold
 */
export function canonicalBytes(value: Record<string, unknown>): Buffer {
  const json = canonicalize(value)
  if (json === undefined) throw new Error('A record of the audit trail has no canonical form')
  return Buffer.from(json)
}
