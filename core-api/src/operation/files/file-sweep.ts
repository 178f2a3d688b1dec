import Type, { type Static } from 'typebox'
import { validate } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { EncryptedStore, TrashedFile } from '../../platform/files/encrypted-store.ts'
import { findKnownIds } from '../../platform/files/file-repository.ts'

const day = 86_400_000
/** Days that a file stays in the trash. */
export const daysInTrash = 30
const batchSize = 500

export const SweepResult = Type.Object({
  stored: Type.Integer({ description: 'Before the sweep, without the trash' }),
  trashed: Type.Integer({ description: 'Moved to the trash' }),
  held: Type.Integer({ description: 'Without a record, and left alone: more than the limit of one sweep' }),
  restored: Type.Integer({ description: 'Restored from the trash, since a record names them' }),
  removed: Type.Integer({ description: 'Deleted from the trash after 30 days' }),
  unfinished: Type.Integer({ description: 'Files whose unfinished writes were deleted' }),
})
export type SweepResult = Static<typeof SweepResult>

interface Sweep {
  db: Database
  store: EncryptedStore
  /** The most files that are moved to the trash; by default 1 % of those stored, at least 10, at most 100. */
  limit?: number | undefined
  /** Milliseconds since 1970. */
  now?: number
}

/** The time of a UUIDv7 in milliseconds since 1970 (RFC 9562 § 5.7). */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** The default limit of a sweep: enough for failed writes, and never all files of an agency. */
const boundFor = (stored: number): number => Math.min(100, Math.max(10, Math.floor(stored / 100)))

/**
 * Moves files without a row to the trash, but for those of the last day, whose transaction may still run. If more than
 * the limit have none, probably the database is wrong: nothing is moved.
 */
export async function sweepFiles({ db, store, limit, now = Date.now() }: Sweep): Promise<SweepResult> {
  const unfinished = await removeStaleWrites(store, now - day)
  const { restored, removed } = await sweepTrash({ db, store, now })
  const { stored, unknown } = await findUnknown({ db, store, now })
  const takes = unknown.size <= (limit ?? boundFor(stored))
  let trashed = 0
  if (takes) for (const id of unknown) trashed += (await store.moveToTrash(id)) ? 1 : 0
  return { stored, trashed, held: takes ? 0 : unknown.size, restored, removed, unfinished }
}

/** @returns of how many files */
async function removeStaleWrites(store: EncryptedStore, before: number): Promise<number> {
  const stale = new Set<string>()
  for await (const { id, since } of store.unfinished()) if (since.getTime() < before) stale.add(id)
  for (const id of stale) await store.removeUnfinished(id)
  return stale.size
}

async function findUnknown({ db, store, now = Date.now() }: Sweep): Promise<{ stored: number; unknown: Set<string> }> {
  let stored = 0
  const unknown = new Set<string>()
  for await (const batch of inBatches(store.ids())) {
    // Anchors of the audit trail are here too. Their names are not UUIDs.
    const files = batch.filter((id) => validate(id))
    stored += files.length
    const old = files.filter((id) => now - timeOf(id) >= day)
    const known = await findKnownIds(db, old)
    for (const id of old) if (!known.has(id)) unknown.add(id)
  }
  return { stored, unknown }
}

async function sweepTrash({ db, store, now = Date.now() }: Sweep): Promise<{ restored: number; removed: number }> {
  const done = { restored: 0, removed: 0 }
  for await (const batch of inBatches(store.trashed())) {
    const known = await findKnownIds(
      db,
      batch.map(({ id }) => id).filter((id) => validate(id)),
    )
    for (const file of batch) {
      if (known.has(file.id)) done.restored += (await store.restoreFromTrash(file.id)) ? 1 : 0
      else if (await isOver(store, file, now)) {
        await store.removeTrashed(file)
        done.removed += 1
      }
    }
  }
  return done
}

async function isOver(store: EncryptedStore, file: TrashedFile, now: number): Promise<boolean> {
  const since = await store.trashedAt(file)
  return since !== undefined && now - since.getTime() >= daysInTrash * day
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
