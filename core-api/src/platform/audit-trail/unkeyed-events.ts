import type { Database } from '../database/database.ts'
import { readChainedEvents } from './audit-chain-repository.ts'
import type { AuditKey } from './audit-key.ts'
import { hashAfter } from './event-hash.ts'
import { listUncarried, type UncarriedChain, updateCarried } from './unkeyed-event-repository.ts'

const chainsAtOnce = 200
const eventsAtOnce = 1_000

/** The record of an accepted part of a chain, which gets an HMAC. */
export const carriedRecord = (chain: string, position: number, hash: Buffer) => ({
  chain,
  position,
  hash: hash.toString('hex'),
})

/**
 * Accepts events without an HMAC, which a former version has written before or during an upgrade. Each chain is verified
 * by its SHA-256 hashes. If it is intact, its end is recorded with an HMAC; otherwise verification reports it. Nothing is
 * accepted outside the period of the key.
 * @returns how many chains were accepted, and how many are broken
 */
export async function carryOver(db: Database, key: AuditKey, signal: AbortSignal) {
  const counts = { accepted: 0, broken: 0 }
  if (!key.accepts(new Date())) return counts
  for (let after = ''; !signal.aborted; ) {
    const chains = await listUncarried(db, after, chainsAtOnce)
    const carried = []
    for (const chain of chains) {
      const hash = await lastHashOf(db, chain)
      if (!hash) counts.broken++
      else carried.push({ ...chain, mac: key.mac('carried', carriedRecord(chain.chain, chain.position, hash)) })
    }
    if (carried.length > 0) await updateCarried(db, carried)
    counts.accepted += carried.length
    const last = chains.at(-1)
    if (!last || chains.length < chainsAtOnce) break
    after = last.chain
  }
  return counts
}

/** Recomputes a chain up to a position. @returns the hash there; undefined if an event does not match */
async function lastHashOf(db: Database, { chain, position }: UncarriedChain): Promise<Buffer | undefined> {
  let previous: Buffer | undefined
  for (let at = 0; at < position; ) {
    const after = { chain, position: at }
    const events = await readChainedEvents(db, { after, chain, limit: Math.min(eventsAtOnce, position - at) })
    if (events.length === 0) return undefined
    for (const event of events) {
      if (event.position !== at + 1 || !event.hash.equals(hashAfter(previous, event))) return undefined
      previous = event.hash
      at = event.position
    }
  }
  return previous
}
