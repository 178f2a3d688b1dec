import { createHash } from 'node:crypto'
import type { AuditVerification } from 'contract/audit'
import type { Database } from '../../database/database.ts'
import { type ChainedEvent, findEmptyChains, readChainedEvents } from './audit-chain-repository.ts'
import { canonicalBytes } from './audit-repository.ts'

const batch = 1_000

interface Walk {
  /** The last event read. */
  last: ChainedEvent | undefined
  /** Whether the present chain has held so far. */
  holds: boolean
  result: AuditVerification
}

function hashAfter(previous: Buffer | undefined, event: ChainedEvent): Buffer {
  const { chain: _chain, position: _position, hash: _hash, head: _head, head_position: _end, ...body } = event
  return createHash('sha256')
    .update(previous ?? '')
    .update(canonicalBytes(body))
    .digest()
}

function breakAt(walk: Walk, chain: string, position: number) {
  walk.holds = false
  walk.result.broken.push({ chain, position })
}

/** A chain ends where its head says: fewer events, or more, show here. */
function endChain(walk: Walk) {
  const { last, holds } = walk
  if (!last || !holds) return
  const ends = last.head_position === last.position && last.head !== null && last.head.equals(last.hash)
  if (!ends) breakAt(walk, last.chain, last.position)
}

function step(walk: Walk, event: ChainedEvent) {
  const begins = walk.last?.chain !== event.chain
  if (begins) {
    endChain(walk)
    walk.holds = true
    walk.result.chains++
  }
  const previous = begins ? undefined : walk.last
  walk.last = event
  walk.result.events++
  if (!walk.holds) return
  const before = previous?.position ?? 0
  if (event.position !== before + 1) breakAt(walk, event.chain, before)
  else if (!event.hash.equals(hashAfter(previous?.hash, event))) breakAt(walk, event.chain, event.position)
}

/**
 * Computes every hash again, some events at a time, while others go on writing: each batch is read together with the
 * heads as they are in that moment.
 * @param clientId of this client's chain alone
 */
export async function verifyTrail(db: Database, clientId: string | undefined): Promise<AuditVerification> {
  const walk: Walk = { last: undefined, holds: true, result: { valid: true, chains: 0, events: 0, broken: [] } }
  for (let read = batch; read === batch; ) {
    const events = await readChainedEvents(db, { after: walk.last, chain: clientId, limit: batch })
    for (const event of events) step(walk, event)
    read = events.length
  }
  endChain(walk)
  const empty = await findEmptyChains(db, clientId)
  const broken = [...walk.result.broken, ...empty.map((chain) => ({ chain, position: 0 }))]
  return { ...walk.result, broken, valid: broken.length === 0 }
}
