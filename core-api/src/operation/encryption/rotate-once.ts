import { countPolicyKeysLeft, renewPolicyKeys } from '../../clients/policies/renew-policy-keys.ts'
import { countSearchKeysLeft, renewSearchKeys } from '../../clients/record/renew-search-keys.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { countValuesLeft, reencryptValues } from './reencrypt-values.ts'
import { type FilesLeft, renewFiles } from './renew-files.ts'

export interface Rotation {
  db: Database
  cipher: FieldCipher
  fileStore: EncryptedStore
  log: { error(details: object, message: string): void }
  keyring: Keyring
  signal: AbortSignal
  /** How long older copies of files are kept for running downloads, in ms. */
  keepOlderFor: number
  /** How long a write without progress counts as running, in ms. */
  keepUnfinishedFor: number
}

export interface KeysLeft {
  /** Rows by table; `search_keys` are clients, `policy_keys` policies. */
  values: Record<string, number>
  files: FilesLeft
}

export const isNothingLeft = ({ values, files }: KeysLeft): boolean =>
  files.left + files.copies === 0 && Object.values(values).every((count) => count === 0)

/** Processes may run it in parallel: everything is always readable with a key that all of them have. */
export async function rotateOnce(rotation: Rotation): Promise<KeysLeft> {
  const { db, cipher, fileStore: store, log, keyring, signal, keepOlderFor, keepUnfinishedFor } = rotation
  const tell = (error: unknown, where: object) => log.error({ err: error, ...where }, 'could not be re-encrypted')
  await reencryptValues({ db, cipher, keyring, signal, onDamaged: (error, table, id) => tell(error, { table, id }) })
  await renewSearchKeys({ db, cipher, signal, onDamaged: (error, id) => tell(error, { table: 'search_keys', id }) })
  await renewPolicyKeys({ db, cipher, signal, onDamaged: (error, id) => tell(error, { table: 'policy_keys', id }) })
  const onDamaged = (error: unknown, file: string) => tell(error, { file })
  const files = await renewFiles({ store, signal, keepOlderFor, keepUnfinishedFor, onDamaged })
  const search_keys = await countSearchKeysLeft(db, cipher)
  const policy_keys = await countPolicyKeysLeft(db, cipher)
  return { values: { ...(await countValuesLeft(db, keyring)), search_keys, policy_keys }, files }
}
