import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import type { EncryptedStore } from '../../platform/file-store/encrypted-store.ts'
import { countValuesLeft, reencryptValues } from './reencrypt-values.ts'
import { type FilesLeft, renewFiles } from './renew-files.ts'

export interface Rotation {
  db: Database
  cipher: FieldCipher
  fileStore: EncryptedStore
  log: { error(details: object, message: string): void }
  keyring: Keyring
  signal: AbortSignal
  /** How long older copies of files stay, in ms: as long as somebody may be reading them. */
  keepOlderFor: number
  /** How long an unfinished write that does not go on is taken to be under way, in ms. */
  keepUnfinishedFor: number
}

/** What is still encrypted with other keys than the newest. */
export interface KeysLeft {
  /** Rows by table. */
  values: Record<string, number>
  files: FilesLeft
}

/** Whether the older keys may be taken away. */
export const isNothingLeft = ({ values, files }: KeysLeft): boolean =>
  files.left + files.copies === 0 && Object.values(values).every((count) => count === 0)

/**
 * Encrypts with the newest key whatever is encrypted with an older one, once through everything. Several processes may do so
 * at once: each value and file is whole at any time, under a key that all of them have.
 */
export async function rotateOnce(rotation: Rotation): Promise<KeysLeft> {
  const { db, cipher, fileStore: store, log, keyring, signal, keepOlderFor, keepUnfinishedFor } = rotation
  const tell = (error: unknown, where: object) => log.error({ err: error, ...where }, 'could not be encrypted anew')
  await reencryptValues({ db, cipher, keyring, signal, onDamaged: (error, table, id) => tell(error, { table, id }) })
  const onDamaged = (error: unknown, file: string) => tell(error, { file })
  const files = await renewFiles({ store, signal, keepOlderFor, keepUnfinishedFor, onDamaged })
  return { values: await countValuesLeft(db, keyring), files }
}
