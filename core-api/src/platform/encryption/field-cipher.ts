import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { derive } from './derive.ts'
import { type Keyring, keysOf, type MasterKey } from './keyring.ts'

/** What a sealed value is bound to: moved to another record or purpose, it does not open. */
export interface SealContext {
  table: string
  id: string
  purpose: string
}

const format = 1
const keyIdLength = 4
const nonceLength = 12
const tagLength = 16
const headerLength = 1 + keyIdLength + nonceLength

interface SealKeys {
  id: Buffer
  fields: KeyObject
  digests: KeyObject
}

/**
 * Seals small values with AES-256-GCM (NIST SP 800-38D), with the newest key; each opens with the key it names.
 * Layout: format (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
export class Sealer {
  readonly #newest: SealKeys
  readonly #keys: readonly SealKeys[]

  constructor(keyring: Keyring) {
    const [newest, ...older] = keysOf(keyring)
    this.#newest = sealKeysOf(newest)
    this.#keys = [this.#newest, ...older.map(sealKeysOf)]
  }

  seal(plain: string, context: SealContext): Buffer {
    const { id, fields } = this.#newest
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', fields, nonce)
    cipher.setAAD(associatedData(id, context))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from([format]), id, nonce, sealed, cipher.getAuthTag()])
  }

  /** @throws when the value was altered, moved, or sealed with a key that is not in the ring */
  open(sealed: Buffer, context: SealContext): string {
    const { id, fields } = this.#keyOf(sealed)
    const nonce = sealed.subarray(1 + keyIdLength, headerLength)
    const decipher = createDecipheriv('aes-256-gcm', fields, nonce, { authTagLength: tagLength })
    decipher.setAAD(associatedData(id, context))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(headerLength, -tagLength)), decipher.final()]).toString(
      'utf8',
    )
  }

  /** A keyed digest: tells whether two values are the same to whoever has the key, and nothing to anyone else. */
  digest(value: string): Buffer {
    return digestWith(this.#newest, value)
  }

  /** Whether the digest is of this value, made with whichever key of the ring. */
  isDigestOf(digest: Buffer, value: string): boolean {
    return this.#keys.some((key) => digestWith(key, value).equals(digest))
  }

  #keyOf(sealed: Buffer): SealKeys {
    const named = sealed.subarray(1, 1 + keyIdLength)
    const key = sealed[0] === format ? this.#keys.find(({ id }) => id.equals(named)) : undefined
    if (!key) throw new Error('A sealed value names a key that this service does not have')
    return key
  }
}

const sealKeysOf = ({ id, bytes }: MasterKey): SealKeys => ({
  id,
  // Imported once: a cipher made with bytes imports them each time, which takes longer than opening a value.
  fields: createSecretKey(derive(bytes, 'fields')),
  digests: createSecretKey(derive(bytes, 'digests')),
})

const associatedData = (keyId: Buffer, { table, id, purpose }: SealContext): Buffer =>
  Buffer.from([table, id, purpose, keyId.toString('hex')].join('|'))

const digestWith = ({ digests }: SealKeys, value: string): Buffer =>
  createHmac('sha256', digests).update(value).digest()
