import type { ChainedEvent } from '../../platform/audit-trail/audit-chain-repository.ts'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { hashAfter } from '../../platform/audit-trail/event-hash.ts'
import { carriedRecord } from '../../platform/audit-trail/unkeyed-events.ts'
import type { LastEvent, VerificationProgress } from './verification-progress.ts'

const mostBroken = 1_000

/** Reports a broken chain, once. */
export function breakChain(progress: VerificationProgress, chain: string, position: number): void {
  if (progress.last?.chain === chain) progress.holds = false
  if (progress.broken.length >= mostBroken || progress.broken.some((broken) => broken.chain === chain)) return
  progress.broken.push({ chain, position })
}

/** Compares the end of a chain with its row and with its accepted part. Finds missing events at the end. */
export function endChain(progress: VerificationProgress): void {
  const { last, holds } = progress
  if (!last || !holds) return
  const endsAtHead = last.head_position === last.position && last.head === last.hash
  if (!endsAtHead || (last.carried_position ?? 0) > last.position) breakChain(progress, last.chain, last.position)
}

export function stepChain(progress: VerificationProgress, key: AuditKey, event: ChainedEvent): void {
  const begins = progress.last?.chain !== event.chain
  if (begins) {
    endChain(progress)
    progress.holds = true
    progress.chains++
  }
  const previous = begins ? null : progress.last
  progress.last = lastOf(event)
  progress.events++
  if (!progress.holds) return
  const before = previous?.position ?? 0
  if (event.position !== before + 1) breakChain(progress, event.chain, before)
  else if (!linkHolds(key, previous, event)) breakChain(progress, event.chain, event.position)
}

function linkHolds(key: AuditKey, previous: LastEvent | null, event: ChainedEvent): boolean {
  const hash = hashAfter(previous ? Buffer.from(previous.hash, 'hex') : undefined, event)
  if (!hash.equals(event.hash)) return false
  const { chain, position, carried_position, carried_mac } = event
  if (position === carried_position) return key.fits(carried_mac, 'carried', carriedRecord(chain, position, hash))
  // The hash of the accepted end covers the events before it.
  if (event.mac === null) return position < (carried_position ?? 0)
  return event.mac.equals(key.linkMac(chain, event.id, hash))
}

const lastOf = (event: ChainedEvent): LastEvent => ({
  chain: event.chain,
  position: event.position,
  hash: event.hash.toString('hex'),
  head: event.head?.toString('hex') ?? null,
  head_position: event.head_position,
  carried_position: event.carried_position,
})
