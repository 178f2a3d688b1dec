import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type Keyring, keysOf } from './keyring.ts'

const lifetimeSeconds = 600

/** Signed URLs for images and frames, which cannot send a bearer token. Each is for one path and one login. */
export class SignedAddresses {
  readonly #newest: Buffer
  readonly #keys: readonly Buffer[]

  constructor(keyring: Keyring) {
    const [newest, ...older] = keysOf(keyring)
    this.#newest = deriveKey(newest.bytes, 'addresses')
    this.#keys = [this.#newest, ...older.map(({ bytes }) => deriveKey(bytes, 'addresses'))]
  }

  sign(path: string, holder: string, now = Date.now()): string {
    const expires = String(Math.floor(now / 1000) + lifetimeSeconds)
    const signature = signatureOf(this.#newest, path, holder, expires).toString('base64url')
    return `${path}?${new URLSearchParams({ holder, expires, signature })}`
  }

  /** @returns the id of its login; undefined if it was altered or has expired */
  holderOf(path: string, query: Partial<Record<string, string>>, now = Date.now()): string | undefined {
    const { holder = '', expires = '', signature = '' } = query
    const given = Buffer.from(signature, 'base64url')
    const signed = this.#keys.some((key) => isSame(given, signatureOf(key, path, holder, expires)))
    return signed && Number(expires) * 1000 > now ? holder : undefined
  }
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

function signatureOf(key: Buffer, path: string, holder: string, expires: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, holder, expires]))
    .digest()
}
