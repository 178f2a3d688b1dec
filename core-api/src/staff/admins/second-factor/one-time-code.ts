import { Secret, TOTP } from 'otpauth'

const period = 30
/** A code of the step before or after is accepted as well (RFC 6238, section 5.2). */
const window = 1

/** The parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const totpOf = (base32: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period })

/** A new secret of 160 bits (RFC 4226, section 4), in Base32. */
export const makeSecret = (): string => new Secret({ size: 20 }).base32

export const secretUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString()

/** RFC 6238. @param typed spaces are ignored @param timestamp ms @returns undefined if the code is wrong or too old */
export function stepOfCode(secret: string, typed: string, timestamp = Date.now()): number | undefined {
  const token = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / period) + delta
}
