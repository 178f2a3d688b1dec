import type { Config } from '../config.ts'
import { countValuesLeft, requireKeysOf } from '../operation/encryption/reencrypt-values.ts'
import { isNothingLeft, type KeysLeft, rotateOnce } from '../operation/encryption/rotate-once.ts'
import { type Database, databaseTarget, openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { type Keyring, keysOf } from '../platform/encryption/keyring.ts'
import { makeNewerKey, readKeyring } from '../platform/encryption/master-key.ts'
import type { EncryptedStore } from '../platform/files/encrypted-store.ts'
import { openStore } from '../platform/files/open-store.ts'
import { readCoreSettings, runCommand } from './core-settings.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Encrypts all with the newest key; for a data directory it makes one, and the service must be stopped.
 * @param log gets what could not be encrypted
 * @returns what is left on older keys
 */
export async function rotateKeys(
  config: Config,
  log: { error(details: object, message: string): void },
): Promise<{ left: KeysLeft; keys: string[] }> {
  const { db, close } = await openDatabase(databaseTarget(config))
  try {
    if (await migrate(db))
      throw new Error(
        'A newer core-api keeps this database. Rotate the keys with its release, which knows all that is encrypted',
      )
    const keyring = await chooseKeyring(config, db)
    const left = await withStore(config, keyring, (fileStore) =>
      rotateOnce({
        db,
        fileStore,
        log,
        keyring,
        cipher: new FieldCipher(keyring),
        signal: new AbortController().signal,
        // On the embedded engine no other process reads older copies or writes files.
        keepOlderFor: config.DATABASE_URL ? hour : 0,
        keepUnfinishedFor: config.DATABASE_URL ? day : 0,
      }),
    )
    return { left, keys: keysOf(keyring).map(({ id }) => id.toString('hex')) }
  } finally {
    await close()
  }
}

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

async function rotate() {
  const config = readCoreSettings()
  const failures = { error: (details: object, message: string) => console.error(message, details) }
  const { left, keys } = await rotateKeys(config, failures)
  const [newest, ...older] = keys
  console.log(`The newest master key is ${newest}. Still on other keys:`)
  for (const [table, count] of Object.entries(left.values)) console.log(`  ${table.padEnd(12)} ${count}`)
  console.log(`  ${'files'.padEnd(12)} ${left.files.left}`)
  if (left.files.copies > 0) {
    console.log(
      `${left.files.copies} older copies of files are kept for an hour, since someone may be reading them. Then run this again.`,
    )
  }
  if (older.length === 0) return console.log('There is only one key. docs/keys.md says how to add a newer one.')
  if (!isNothingLeft(left)) throw new Error('The older keys are still needed. Run this again, or start the product.')
  console.log(
    `Nothing is left on ${older.join(', ')}. Older backups still need it: store it elsewhere, then remove it here.`,
  )
}

if (import.meta.main) await runCommand(rotate)
