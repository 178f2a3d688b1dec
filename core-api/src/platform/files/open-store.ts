import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Keyring, keysOf } from '../encryption/keyring.ts'
import { DiskRoot } from './disk-root.ts'
import { EncryptedStore } from './encrypted-store.ts'
import type { FileRoot } from './file-store.ts'
import type { BucketSettings } from './s3-bucket.ts'

export interface StoreSettings extends BucketSettings {
  S3_BUCKET?: string
  filesDirectory: string
}

export interface OpenStore {
  root: FileRoot
  store: EncryptedStore
  /** Whether the store is available. @throws with a message if the settings are wrong */
  check(): Promise<boolean>
  close(): void
}

/** Opens the root of the file store without a key, to restore files in their encrypted form. */
export async function openRoot(settings: StoreSettings): Promise<Pick<OpenStore, 'root' | 'close'>> {
  const { S3_BUCKET: name, filesDirectory } = settings
  if (!name) return { root: new DiskRoot(filesDirectory), close: () => undefined }
  const { openBucket } = await import('./s3-bucket.ts')
  return openBucket(settings, name)
}

export async function openStore(settings: StoreSettings, keyring: Keyring): Promise<OpenStore> {
  const { S3_BUCKET: name, filesDirectory } = settings
  if (!name) {
    adoptUnsortedFiles(filesDirectory, keyring)
    const root = new DiskRoot(filesDirectory)
    return { root, store: new EncryptedStore(keyring, root), check: async () => true, close: () => undefined }
  }
  // Imported only for a bucket: the SDK takes 37 MB of memory.
  const { openBucket } = await import('./s3-bucket.ts')
  const { root, check, close } = openBucket(settings, name)
  return { root, store: new EncryptedStore(keyring, root), check, close }
}

/** Moves files of an early release, which had no folders by key, to the folder of the first key. */
function adoptUnsortedFiles(directory: string, keyring: Keyring): void {
  if (!existsSync(directory)) return
  const unsorted = readdirSync(directory).filter((name) => name.length === 2)
  const folder = join(directory, (keysOf(keyring).at(-1) ?? keyring.newest).id.toString('hex'))
  if (unsorted.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of unsorted) renameSync(join(directory, name), join(folder, name))
}
