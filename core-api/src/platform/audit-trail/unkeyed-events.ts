import type { Database } from '../database/database.ts'
import { readChainedEvents } from './audit-chain-repository.ts'
import type { AuditKey } from './audit-key.ts'
import { hashAfter } from './event-hash.ts'
import { listUncarried, type UncarriedChain, updateCarried } from './unkeyed-event-repository.ts'

const chainsAtOnce = 200
const eventsAtOnce = 1_000

export const carriedRecord = (chain: string, position: number, hash: Buffer) => ({
  chain,
  position,
  hash: hash.toString('hex'),
})

/** Intact chains get an HMAC at their end, within the key's period. @returns how many were accepted, and are broken */
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

/** @returns the hash there; undefined if an event does not match */
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
