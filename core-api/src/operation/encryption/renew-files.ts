import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'

export interface FileRotation {
  store: EncryptedStore
  signal: AbortSignal
  /** How long an older copy is kept, in ms: at least as long as a download may take. */
  keepOlderFor: number
  /** How long a write without progress counts as running, in ms. */
  keepUnfinishedFor: number
  /** Called for a file that cannot be copied. It stays unchanged. */
  onDamaged(error: unknown, id: string): void
}

export interface FilesLeft {
  /** Files that are encrypted only with an older key, and running writes with one. */
  left: number
  /** Older copies that are kept for running downloads. */
  copies: number
}

/** The older copy is deleted later, so that no download is interrupted. The next run continues. */
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
 * Deletes what stopped processes left: else the older folder is never empty.
 * @returns how many writes may be running
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
