import type { EncryptedStore } from '../../platform/file-store/encrypted-store.ts'

export interface FileRotation {
  store: EncryptedStore
  signal: AbortSignal
  /** For how long a file's older copy stays after it has a newer one: as long as a download may take, in ms. */
  keepOlderFor: number
  /** For how long an unfinished write that does not go on is taken to be under way, in ms. */
  keepUnfinishedFor: number
  /** Hears of a file that could not be copied; it stays as it is. */
  onDamaged(error: unknown, id: string): void
}

export interface FilesLeft {
  /** Files that are encrypted with an older key alone, and writes under way with one. */
  left: number
  /** Older copies of files that have a newer one, kept for who is still reading them. */
  copies: number
}

/**
 * Gives each file that is encrypted with an older key a copy encrypted with the newest; the older copy goes later, so that
 * nobody who reads it is cut off. Breaking off leaves nothing half, and the next time goes on.
 */
export async function renewFiles(rotation: FileRotation): Promise<FilesLeft> {
  const found: FilesLeft = { left: 0, copies: 0 }
  for await (const id of rotation.store.idsOnOlderKeys()) {
    const isThere = await renewOne(rotation, id).catch((error) => {
      rotation.onDamaged(error, id)
      return 'left' as const
    })
    if (isThere !== 'removed') found[isThere] += 1
  }
  found.left += await removeStaleWrites(rotation)
  return found
}

/**
 * Removes what ended processes have left of writes with older keys: nothing else would, and the older folder would
 * never be empty. @returns how many may be under way
 */
async function removeStaleWrites({ store, signal, keepUnfinishedFor }: FileRotation): Promise<number> {
  let left = 0
  for await (const { id, since } of store.unfinished('older')) {
    if (signal.aborted || Date.now() - since.getTime() < keepUnfinishedFor) left += 1
    else await store.removeUnfinished(id)
  }
  return left
}

async function renewOne(rotation: FileRotation, id: string): Promise<keyof FilesLeft | 'removed'> {
  const { store, signal, keepOlderFor } = rotation
  if (!(await store.renewedAt(id))) {
    if (signal.aborted) return 'left'
    await store.renew(id)
  }
  const renewedAt = await store.renewedAt(id)
  if (!renewedAt) return 'left'
  if (signal.aborted || Date.now() - renewedAt.getTime() < keepOlderFor) return 'copies'
  await store.removeOlder(id)
  return 'removed'
}
