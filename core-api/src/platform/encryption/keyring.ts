import { createHash, hkdfSync } from 'node:crypto'

/** Derives the key of one use from a master key, by HKDF-SHA-256 (RFC 5869). @returns 32 bytes */
export function deriveKey(masterKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agency-portal ${use}`, 32))
}

/** 32 bytes from which all keys are derived, and the id by which an encrypted value names them. */
export interface MasterKey {
  /** 4 bytes. */
  readonly id: Buffer
  readonly bytes: Buffer
}

/** The master keys of an installation. The newest encrypts; older ones only decrypt. */
export interface Keyring {
  readonly newest: MasterKey
  readonly older: readonly MasterKey[]
}

const keyIdLength = 4
const keyLength = 32

/** @throws if a key has not 32 bytes, or two keys are the same */
export function keyringOf(newest: Buffer, ...older: Buffer[]): Keyring {
  const keys = [newest, ...older].map(toMasterKey)
  const ids = new Set(keys.map(({ id }) => id.toString('hex')))
  if (ids.size < keys.length) throw new Error('Two of the master keys are the same: name each once.')
  const [first = toMasterKey(newest), ...others] = keys
  return { newest: first, older: others }
}

export const keysOf = ({ newest, older }: Keyring): [MasterKey, ...MasterKey[]] => [newest, ...older]

function toMasterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== keyLength) throw new Error('A master key is not 32 bytes, written in base64')
  const id = createHash('sha256').update(deriveKey(bytes, 'key-id')).digest().subarray(0, keyIdLength)
  return { id, bytes }
}
