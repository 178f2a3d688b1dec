import { createHash } from 'node:crypto'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { type Anchor, anchorHolds, digestOf, parseStatement, stateAnchor } from './anchor.ts'
import { findAnchor, findLastAnchorNumber, insertAnchor, listUnanchored } from './anchor-repository.ts'
import { readAnchor, writeAnchor } from './anchor-store.ts'

export interface AnchorContext {
  db: Database
  key: AuditKey
  store: EncryptedStore
  log: { warn(details: object, message: string): void }
  sign(statement: Buffer, at: Date): Promise<Buffer>
  /** Requests a time stamp for a SHA-256; undefined if no time-stamp authority is set. */
  timeStamp: ((digest: Buffer) => Promise<Uint8Array>) | undefined
}

/** Chain ends in one anchor. Limits the size of its file, and the memory of a verification. */
const mostLeaves = 10_000
const digestLength = 32

/** Anchors all chains that have grown, after restoring rows of anchors that only the file store has. */
export async function makeAnchors(context: AnchorContext, signal: AbortSignal) {
  const restored = await recordStoredAnchors(context)
  let made = 0
  // Later events wait for the next run; otherwise a busy hour would never end.
  for (let full = true; full && !signal.aborted; ) {
    const leaves = await listUnanchored(context.db, mostLeaves)
    if (leaves.length === 0) break
    await makeAnchor(context, leaves)
    made++
    full = leaves.length === mostLeaves
  }
  return { made, restored }
}

async function makeAnchor(context: AnchorContext, leaves: Anchor['leaves']): Promise<void> {
  const { db, key, store } = context
  const at = new Date()
  const last = await findLastAnchorNumber(db)
  const number = last + 1
  const previous = (await findAnchor(db, last))?.digest
  const statement = stateAnchor(leaves, number, at, previous)
  const signature = await context.sign(statement, at)
  const mac = key.mac('anchor', parseStatement(statement))
  const anchor = { statement, signature, mac, timeStamp: await stampOf(context, signature), leaves }
  // The row first: if two processes make the same number, the second fails before it writes the file.
  await db.transaction().execute(async (trx) => {
    await insertAnchor(trx, { number, at: at.toISOString(), digest: digestOf(statement) }, leaves)
    await writeAnchor(store, number, anchor)
  })
}

/** If the authority fails, the anchor has no time stamp, and a warning is logged. */
async function stampOf({ timeStamp, log }: AnchorContext, signature: Buffer): Promise<Buffer | null> {
  if (!timeStamp) return null
  try {
    return Buffer.from(await timeStamp(createHash('sha256').update(signature).digest()))
  } catch (error) {
    log.warn({ err: error }, 'the time-stamp authority did not stamp an anchor of the audit trail')
    return null
  }
}

/** Invalid anchors are skipped. Verification reports them, and their numbers are not used again. */
async function recordStoredAnchors({ db, key, store }: AnchorContext): Promise<number> {
  let restored = 0
  for (let number = (await findLastAnchorNumber(db)) + 1; ; number++) {
    const anchor = await readAnchor(store, number)
    if (!anchor) return restored
    const isOurs = anchor !== 'damaged' && anchorHolds(anchor, key, number)
    const at = isOurs ? parseStatement(anchor.statement).at : new Date().toISOString()
    const digest = anchor === 'damaged' ? Buffer.alloc(digestLength) : digestOf(anchor.statement)
    const leaves = isOurs ? anchor.leaves : []
    await db.transaction().execute((trx) => insertAnchor(trx, { number, at, digest }, leaves))
    restored++
  }
}
