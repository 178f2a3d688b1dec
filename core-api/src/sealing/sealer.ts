import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

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

/**
 * Seals small values with AES-256-GCM (NIST SP 800-38D).
 * Layout: format (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
export class Sealer {
  readonly #key: Buffer
  readonly #digestKey: Buffer
  readonly #keyId: Buffer

  constructor(masterKey: Buffer) {
    this.#key = derive(masterKey, 'fields')
    this.#digestKey = derive(masterKey, 'digests')
    this.#keyId = createHash('sha256').update(derive(masterKey, 'key-id')).digest().subarray(0, keyIdLength)
  }

  seal(plain: string, context: SealContext): Buffer {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    cipher.setAAD(this.#associatedData(context))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from([format]), this.#keyId, nonce, sealed, cipher.getAuthTag()])
  }

  /** @throws when the value was altered, moved, or sealed with another key */
  open(sealed: Buffer, context: SealContext): string {
    if (sealed[0] !== format || !sealed.subarray(1, 1 + keyIdLength).equals(this.#keyId)) {
      throw new Error('A sealed value names a key that this service does not have')
    }
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(1 + keyIdLength, headerLength), {
      authTagLength: tagLength,
    })
    decipher.setAAD(this.#associatedData(context))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    return Buffer.concat([decipher.update(sealed.subarray(headerLength, -tagLength)), decipher.final()]).toString(
      'utf8',
    )
  }

  /** A keyed digest: tells whether two values are the same to whoever has the key, and nothing to anyone else. */
  digest(value: string): Buffer {
    return createHmac('sha256', this.#digestKey).update(value).digest()
  }

  #associatedData({ table, id, purpose }: SealContext): Buffer {
    return Buffer.from([table, id, purpose, this.#keyId.toString('hex')].join('|'))
  }
}

/** One key a use, by HKDF (RFC 5869). */
export function derive(masterKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agency-portal ${use}`, 32))
}
