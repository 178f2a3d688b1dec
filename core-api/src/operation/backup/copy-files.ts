import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { MissingFile } from '../../platform/files/file-store.ts'
import type { BackupDirectory } from './backup-directory.ts'
import type { StoredCopy } from './backup-manifest.ts'
import { storedIdOf } from './backup-manifest.ts'
import { hashStream, measuring } from './hashed-file.ts'

interface Copying {
  store: EncryptedStore
  directory: BackupDirectory
  /** Copies of earlier backups, by `folder/id`. */
  known: ReadonlyMap<string, StoredCopy>
  signal: AbortSignal
}

export const placeOf = ({ folder, id }: Pick<StoredCopy, 'folder' | 'id'>): string => `${folder}/${id}`

/** Each copy is read back and compared; a damaged one is replaced. @returns also how many files are missing */
export async function copyFiles(copying: Copying, ids: Iterable<string>) {
  const copies: StoredCopy[] = []
  let missing = 0
  for (const id of ids) {
    copying.signal.throwIfAborted()
    const copy = (await reuseCopy(copying, copying.store.newestFolder, id)) ?? (await copyFile(copying, id))
    if (copy) copies.push(copy)
    else missing += 1
  }
  return { copies, missing }
}

async function reuseCopy({ directory, known, signal }: Copying, folder: string, id: string) {
  const copy = known.get(placeOf({ folder, id }))
  if (!copy) return undefined
  try {
    const { sha256 } = await hashStream(directory.files.folder(folder).open(id), signal)
    return sha256 === copy.sha256 ? copy : undefined
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    throw error
  }
}

async function copyFile(copying: Copying, id: string): Promise<StoredCopy | undefined> {
  const { store, directory, signal } = copying
  const stored = await store.openStored(storedIdOf(id))
  // A file that is missing in the store may be in an earlier backup.
  if (!stored) return reuseAnyCopy(copying, id)
  const { folder, content } = stored
  if (folder !== store.newestFolder) {
    const copy = await reuseCopy(copying, folder, id)
    if (copy) {
      content.destroy()
      return copy
    }
  }
  const { stream, measured } = measuring()
  await directory.files.folder(folder).put(id, [content, stream])
  const { sha256 } = measured()
  const written = await hashStream(directory.files.folder(folder).open(id), signal)
  if (written.sha256 !== sha256) throw new Error('The disk of the backup returned other bytes than were written')
  return { id, folder, sha256 }
}

async function reuseAnyCopy(copying: Copying, id: string): Promise<StoredCopy | undefined> {
  for (const copy of copying.known.values()) {
    if (copy.id !== id) continue
    const whole = await reuseCopy(copying, copy.folder, id)
    if (whole) return whole
  }
  return undefined
}
