import { type DatabaseTarget, openDatabase } from '../../platform/database/database.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { openRoot, type StoreSettings } from '../../platform/files/open-store.ts'
import { beginRestoring, endRestoring, findRestoring } from '../../platform/files/restoring-mark.ts'
import { giveUpRestoredMessages } from '../../platform/outbox/outbox-service.ts'
import { findInstallationId, hasTables } from './backup-repository.ts'
import { openDump, restoreFiles, type VerifiedBackup } from './restore-backup.ts'
import { loadServerDump } from './server-dump.ts'

/**
 * Restores to an empty database and store; repeatable.
 * @returns how many waiting messages were given up
 * @throws if not empty
 */
export async function restoreToServer(
  config: StoreSettings,
  url: string,
  backup: VerifiedBackup,
  identity: string | undefined,
): Promise<number> {
  const { root, close } = await openRoot(config)
  try {
    const isContinued = (await findRestoring(root)) === backup.manifest.name
    if (!isContinued || !(await isLoaded(url, backup))) {
      await requireEmptyDatabase(url)
      await restoreStore(root, backup)
      await loadServerDump(url, await openDump(backup, identity))
    }
    const givenUp = await giveUpWaitingMessagesIn({ url })
    await endRestoring(root)
    return givenUp
  } finally {
    close()
  }
}

/** @returns their number */
export async function giveUpWaitingMessagesIn(target: DatabaseTarget): Promise<number> {
  const { db, close } = await openDatabase(target)
  try {
    return await giveUpRestoredMessages(db)
  } finally {
    await close()
  }
}

export async function restoreToStore(config: StoreSettings, backup: VerifiedBackup): Promise<void> {
  const { root, close } = await openRoot(config)
  try {
    await restoreStore(root, backup)
    await endRestoring(root)
  } finally {
    close()
  }
}

/** Restores files to an empty file store, which stays marked as incomplete. */
async function restoreStore(root: FileRoot, backup: VerifiedBackup): Promise<void> {
  await requireEmptyStore(root, backup)
  await beginRestoring(root, backup.manifest.name)
  await restoreFiles(backup, root)
}

/** Whether an interrupted restore has loaded this backup: its transaction left all tables or none. */
async function isLoaded(url: string, { manifest }: VerifiedBackup): Promise<boolean> {
  const { db, close } = await openDatabase({ url })
  try {
    // Not the database of another installation, which a mistaken DATABASE_URL may name.
    return manifest.installation_id !== null && (await findInstallationId(db)) === manifest.installation_id
  } finally {
    await close()
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
  if ((await findRestoring(root)) === manifest.name) return
  const folders = [...new Set(copies.map(({ folder }) => folder))]
  const counts = await Promise.all(folders.map((folder) => hasFiles(root, folder)))
  if ((await root.readText('installation-id')) === undefined && !counts.includes(true)) return
  throw new Error(`The file store is not empty: ${root.description}. Restore to an empty one. Nothing was changed.`)
}

async function hasFiles(root: FileRoot, folder: string): Promise<boolean> {
  for await (const _id of root.folder(folder).ids()) return true
  return false
}
