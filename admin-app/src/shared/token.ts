/**
 * Whether a JWT (RFC 7519) can be decoded and expires after `now`, in milliseconds since the epoch.
 * The signature is the server's business: this only saves a call that would be refused.
 */
export function isLive(token: string, now: number): boolean {
  const expiry = readExpiry(token)
  return expiry !== null && expiry * 1_000 > now
}

function readExpiry(token: string): number | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' ? claims.exp : null
  } catch {
    // Not base 64 or not JSON: a token that can't be decoded counts as none.
    return null
  }
}
