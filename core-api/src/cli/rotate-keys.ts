import type { Config } from '../config.ts'
import { countValuesLeft, requireKeysOf } from '../features/key-rotation/reencrypt-values.ts'
import { type KeysLeft, rotateOnce } from '../features/key-rotation/rotate-once.ts'
import { type Database, databaseTarget, openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { type Keyring, keysOf } from '../platform/encryption/keyring.ts'
import { makeNewerKey, readKeyring } from '../platform/encryption/master-key.ts'
import type { EncryptedStore } from '../platform/file-store/encrypted-store.ts'
import { openStore } from '../platform/file-store/open-store.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Seals everything with the newest key, beside a running service or without one; in a data directory it makes that key
 * first, unless an earlier rotation is unfinished. On the embedded engine nobody else may be running.
 * @param log hears what could not be sealed anew
 * @returns what is left on older keys, and the keys' ids, the newest first
 */
export async function rotateKeys(
  config: Config,
  log: { error(details: object, message: string): void },
): Promise<{ left: KeysLeft; keys: string[] }> {
  const { db, close } = await openDatabase(databaseTarget(config))
  try {
    await migrate(db)
    const keyring = await chooseKeyring(config, db)
    const left = await withStore(config, keyring, (fileStore) =>
      rotateOnce({
        db,
        fileStore,
        log,
        keyring,
        cipher: new FieldCipher(keyring),
        signal: new AbortController().signal,
        // The embedded engine is ours alone, so nobody reads the older copies, and nobody is writing.
        keepOlderFor: config.DATABASE_URL ? hour : 0,
        keepUnfinishedFor: config.DATABASE_URL ? day : 0,
      }),
    )
    return { left, keys: keysOf(keyring).map(({ id }) => id.toString('hex')) }
  } finally {
    await close()
  }
}

/** Keys that come from the settings are made and given to all services by whoever runs them. */
async function chooseKeyring(config: Config, db: Database): Promise<Keyring> {
  const given = readKeyring(config)
  await requireKeysOf(db, given)
  if (config.MASTER_KEY || config.DATABASE_URL || (await isUnfinished(config, db, given))) return given
  makeNewerKey(config.keysDirectory)
  return readKeyring(config)
}

async function isUnfinished(config: Config, db: Database, keyring: Keyring): Promise<boolean> {
  if (keyring.older.length === 0) return false
  const values = Object.values(await countValuesLeft(db, keyring))
  if (values.some((count) => count > 0)) return true
  return withStore(config, keyring, async (store) => {
    const [file, write] = [await store.idsOnOlderKeys().next(), await store.unfinished('older').next()]
    return !(file.done && write.done)
  })
}

async function withStore<Result>(config: Config, keyring: Keyring, use: (store: EncryptedStore) => Promise<Result>) {
  const { store, close } = await openStore(config, keyring)
  try {
    return await use(store)
  } finally {
    close()
  }
}
