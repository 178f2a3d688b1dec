import { openDatabase } from '../../../platform/database/database.ts'
import type { FileRoot } from '../../../platform/file-store/file-store.ts'
import { openRoot, type StoreSettings } from '../../../platform/file-store/open-store.ts'
import { hasTables } from '../dump/backup-repository.ts'
import { loadServerDump } from '../dump/server-dump.ts'
import { openDump, restoreFiles, type VerifiedBackup } from './restore-backup.ts'

/** A text in the file store: which backup a restore that has begun brings. Empty when it has ended. */
const restoringName = 'restoring-backup'

/**
 * Restores into an empty database of a server and an empty file store. First the files, then the database in one transaction: a
 * restore that was broken off can be run again with the same backup.
 * @throws before anything is changed when one of the two is not empty
 */
export async function restoreToServer(
  config: StoreSettings,
  url: string,
  backup: VerifiedBackup,
  identity: string | undefined,
): Promise<void> {
  await requireEmptyDatabase(url)
  await restoreToStore(config, backup, async () => loadServerDump(url, await openDump(backup, identity)))
}

/**
 * Restores files into an empty file store.
 * @param loadDatabase is done after the files; only then the store counts as whole
 */
export async function restoreToStore(
  config: StoreSettings,
  backup: VerifiedBackup,
  loadDatabase: () => Promise<void>,
): Promise<void> {
  const { root, close } = await openRoot(config)
  try {
    await requireEmptyStore(root, backup)
    await root.writeText(restoringName, backup.manifest.name)
    await restoreFiles(backup, root)
    await loadDatabase()
    await root.writeText(restoringName, '')
  } finally {
    close()
  }
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const { db, close } = await openDatabase({ url })
  try {
    if (!(await hasTables(db))) return
    throw new Error('The database of DATABASE_URL has tables in it. Restore into an empty one. Nothing was changed.')
  } finally {
    await close()
  }
}

/** @throws when the store has files of anything but a restore of this backup that was broken off */
async function requireEmptyStore(root: FileRoot, { manifest, copies }: VerifiedBackup): Promise<void> {
  if ((await root.readText(restoringName)) === manifest.name) return
  const folders = [...new Set(copies.map(({ folder }) => folder))]
  const counts = await Promise.all(folders.map((folder) => hasFiles(root, folder)))
  if ((await root.readText('installation-id')) === undefined && !counts.includes(true)) return
  throw new Error(`The file store is not empty: ${root.description}. Restore into an empty one. Nothing was changed.`)
}

async function hasFiles(root: FileRoot, folder: string): Promise<boolean> {
  for await (const _id of root.folder(folder).ids()) return true
  return false
}
