import { createHmac, timingSafeEqual } from 'node:crypto'
import { derive } from './sealer.ts'

const lifetimeSeconds = 600

/** Addresses for images and frames, which can send no bearer token: one path, one login, ten minutes. */
export class SignedAddresses {
  readonly #key: Buffer

  constructor(masterKey: Buffer) {
    this.#key = derive(masterKey, 'addresses')
  }

  /** @param holder id of the login that may use it */
  sign(path: string, holder: string, now = Date.now()): string {
    const expires = String(Math.floor(now / 1000) + lifetimeSeconds)
    const signature = this.#signature(path, holder, expires).toString('base64url')
    return `${path}?${new URLSearchParams({ holder, expires, signature })}`
  }

  /** The login that the address was made for; undefined when it was altered or its time is over. */
  holderOf(path: string, query: Record<string, string>, now = Date.now()): string | undefined {
    const { holder = '', expires = '', signature = '' } = query
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#signature(path, holder, expires)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return Number(expires) * 1000 > now ? holder : undefined
  }

  #signature(path: string, holder: string, expires: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([path, holder, expires]))
      .digest()
  }
}
