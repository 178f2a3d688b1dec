import type { Database } from '../../platform/database/database.ts'
import type { Sealer } from '../../platform/encryption/field-cipher.ts'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import type { SealedStore } from '../../platform/file-store/encrypted-store.ts'
import { type FilesLeft, renewFiles } from './renew-files.ts'
import { countValuesLeft, resealValues } from './reseal-values.ts'

export interface Rotation {
  db: Database
  sealer: Sealer
  fileStore: SealedStore
  log: { error(details: object, message: string): void }
  keyring: Keyring
  signal: AbortSignal
  /** How long older copies of files stay, in ms: as long as somebody may be reading them. */
  keepOlderFor: number
  /** How long an unfinished write that does not go on is taken to be under way, in ms. */
  keepUnfinishedFor: number
}

/** What is still sealed with other keys than the newest. */
export interface KeysLeft {
  /** Rows by table. */
  values: Record<string, number>
  files: FilesLeft
}

/** Whether the older keys may be taken away. */
export const isNothingLeft = ({ values, files }: KeysLeft): boolean =>
  files.left + files.copies === 0 && Object.values(values).every((count) => count === 0)

/**
 * Seals with the newest key whatever is sealed with an older one, once through everything. Several processes may do so
 * at once: each value and file is whole at any time, under a key that all of them have.
 */
export async function rotateOnce(rotation: Rotation): Promise<KeysLeft> {
  const { db, sealer, fileStore: store, log, keyring, signal, keepOlderFor, keepUnfinishedFor } = rotation
  const tell = (error: unknown, where: object) => log.error({ err: error, ...where }, 'could not be sealed anew')
  await resealValues({ db, sealer, keyring, signal, onDamaged: (error, table, id) => tell(error, { table, id }) })
  const onDamaged = (error: unknown, file: string) => tell(error, { file })
  const files = await renewFiles({ store, signal, keepOlderFor, keepUnfinishedFor, onDamaged })
  return { values: await countValuesLeft(db, keyring), files }
}
