import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKey, type Keyring, keysOf, type MasterKey } from './keyring.ts'

/** What an encrypted value is bound to. In another record, or for another purpose, it cannot be decrypted. */
export interface CipherContext {
  table: string
  id: string
  purpose: string
}

const format = 1
const keyIdLength = 4
const nonceLength = 12
const tagLength = 16
const headerLength = 1 + keyIdLength + nonceLength
/** Half of an HMAC-SHA-256, which is enough to tell values apart (RFC 2104, section 5). */
const searchKeyLength = 16

interface FieldKeys {
  id: Buffer
  fields: KeyObject
  digests: KeyObject
  search: KeyObject
}

/** AES-256-GCM (NIST SP 800-38D). Layout: format (1 byte), key id (4), nonce (12), ciphertext, tag (16). */
export class FieldCipher {
  readonly #newest: FieldKeys
  readonly #keys: readonly FieldKeys[]

  constructor(keyring: Keyring) {
    const [newest, ...older] = keysOf(keyring)
    this.#newest = fieldKeysOf(newest)
    this.#keys = [this.#newest, ...older.map(fieldKeysOf)]
  }

  encrypt(plain: string, context: CipherContext): Buffer {
    const { id, fields } = this.#newest
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', fields, nonce)
    cipher.setAAD(associatedData(id, context))
    const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from([format]), id, nonce, encrypted, cipher.getAuthTag()])
  }

  /** @throws if the value was altered or moved, or its key is not in the keyring */
  decrypt(encrypted: Buffer, context: CipherContext): string {
    const { id, fields } = this.#keyOf(encrypted)
    const nonce = encrypted.subarray(1 + keyIdLength, headerLength)
    const decipher = createDecipheriv('aes-256-gcm', fields, nonce, { authTagLength: tagLength })
    decipher.setAAD(associatedData(id, context))
    decipher.setAuthTag(encrypted.subarray(-tagLength))
    return Buffer.concat([decipher.update(encrypted.subarray(headerLength, -tagLength)), decipher.final()]).toString(
      'utf8',
    )
  }

  /** An HMAC-SHA-256, to compare values without storing them. */
  digest(value: string): Buffer {
    return digestWith(this.#newest, value)
  }

  /** Whether the digest is of this value, with any key of the keyring. */
  isDigestOf(digest: Buffer, value: string): boolean {
    return this.#keys.some((key) => digestWith(key, value).equals(digest))
  }

  /** The id of the newest key, 4 bytes. */
  get newestKeyId(): Buffer {
    return this.#newest.id
  }

  /** The key by which an encrypted value is found, if it is exactly this: an HMAC under the newest key, 16 bytes. */
  searchKey(value: string): Buffer {
    return searchKeyWith(this.#newest, value)
  }

  /** The search key of a value under each key of the keyring: rows of before a rotation are found as well. */
  searchKeys(value: string): Buffer[] {
    return this.#keys.map((key) => searchKeyWith(key, value))
  }

  #keyOf(encrypted: Buffer): FieldKeys {
    const named = encrypted.subarray(1, 1 + keyIdLength)
    const key = encrypted[0] === format ? this.#keys.find(({ id }) => id.equals(named)) : undefined
    if (!key) throw new Error('An encrypted value names a key that this service does not have')
    return key
  }
}

const fieldKeysOf = ({ id, bytes }: MasterKey): FieldKeys => ({
  id,
  // As a KeyObject: importing the bytes for each value would take longer than decrypting it.
  fields: createSecretKey(deriveKey(bytes, 'fields')),
  digests: createSecretKey(deriveKey(bytes, 'digests')),
  search: createSecretKey(deriveKey(bytes, 'search')),
})

const associatedData = (keyId: Buffer, { table, id, purpose }: CipherContext): Buffer =>
  Buffer.from([table, id, purpose, keyId.toString('hex')].join('|'))

const digestWith = ({ digests }: FieldKeys, value: string): Buffer =>
  createHmac('sha256', digests).update(value).digest()

const searchKeyWith = ({ search }: FieldKeys, value: string): Buffer =>
  createHmac('sha256', search).update(value).digest().subarray(0, searchKeyLength)
