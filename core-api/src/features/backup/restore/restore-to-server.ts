import { type DatabaseTarget, openDatabase } from '../../../platform/database/database.ts'
import type { FileRoot } from '../../../platform/file-store/file-store.ts'
import { openRoot, type StoreSettings } from '../../../platform/file-store/open-store.ts'
import { holdRestoredMessages } from '../../outbox/outbox-service.ts'
import { hasTables } from '../dump/backup-repository.ts'
import { loadServerDump } from '../dump/server-dump.ts'
import { openDump, restoreFiles, type VerifiedBackup } from './restore-backup.ts'

/** A text in the file store: the backup of a restore in progress. Empty after its end. */
const restoringName = 'restoring-backup'

/**
 * Restores to an empty database of a server and an empty file store: first the files, then the database in one
 * transaction. An interrupted restore can be repeated with the same backup.
 * @returns how many waiting messages were given up
 * @throws if one of the two is not empty, before anything is changed
 */
export async function restoreToServer(
  config: StoreSettings,
  url: string,
  backup: VerifiedBackup,
  identity: string | undefined,
): Promise<number> {
  await requireEmptyDatabase(url)
  let held = 0
  await restoreToStore(config, backup, async () => {
    await loadServerDump(url, await openDump(backup, identity))
    held = await holdMessagesIn({ url })
  })
  return held
}

/** Gives up the messages that wait in a restored database. @returns their number */
export async function holdMessagesIn(target: DatabaseTarget): Promise<number> {
  const { db, close } = await openDatabase(target)
  try {
    return await holdRestoredMessages(db)
  } finally {
    await close()
  }
}

/**
 * Restores files to an empty file store.
 * @param loadDatabase runs after the files; then the restore is complete
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
    throw new Error('The database of DATABASE_URL has tables. Restore to an empty one. Nothing was changed.')
  } finally {
    await close()
  }
}

/** @throws if the store has files, unless they are of an interrupted restore of this backup */
async function requireEmptyStore(root: FileRoot, { manifest, copies }: VerifiedBackup): Promise<void> {
  if ((await root.readText(restoringName)) === manifest.name) return
  const folders = [...new Set(copies.map(({ folder }) => folder))]
  const counts = await Promise.all(folders.map((folder) => hasFiles(root, folder)))
  if ((await root.readText('installation-id')) === undefined && !counts.includes(true)) return
  throw new Error(`The file store is not empty: ${root.description}. Restore to an empty one. Nothing was changed.`)
}

async function hasFiles(root: FileRoot, folder: string): Promise<boolean> {
  for await (const _id of root.folder(folder).ids()) return true
  return false
}
