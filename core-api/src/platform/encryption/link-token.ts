import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits for a link that works once, and its hash, which alone is stored. */
export function makeLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

/** SHA-256: the secret has so many bits that no slower hash is needed. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const linkEndText = (end: Date): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(end)} UTC`
