import type { Database } from '../../platform/database/database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import {
  type AuditEntry,
  appendAuditEvent,
  hasEvent,
  listAuditEvents,
  listLinkedEvents,
  readChainHead,
} from './audit-repository.ts'
import type { AuditKey } from './chain/audit-key.ts'
import { hashAfter } from './chain/event-hash.ts'
import { carriedRecord } from './chain/unkeyed-events.ts'
import { findNewestDetail } from './list/audit-list-repository.ts'

type Recorded = Omit<AuditEntry, 'actorKind' | 'actorId' | 'address'>

/** Writes to the audit trail what a principal did. `db` is the transaction of the change. */
export function recordEvent(db: Database, principal: Principal, event: Recorded): Promise<void> {
  return appendAuditEvent(db, {
    ...event,
    actorKind: principal.kind,
    actorId: actorId(principal),
    address: principal.address,
  })
}

/**
 * Records the lockouts that an attempt has started: who is locked out, and for how long. Attempts that are refused
 * during a lockout are not recorded, so that an attack cannot fill the trail.
 */
export async function recordLockouts(
  { db, principal, lockouts }: { db: Database; principal: Principal; lockouts: string[] },
  event: Omit<Recorded, 'detail'>,
): Promise<void> {
  if (lockouts.length > 0) await recordEvent(db, principal, { ...event, detail: lockouts.join(', ') })
}

/** Writes to the audit trail what the product did by itself. */
export function recordSystemEvent(db: Database, event: Recorded): Promise<void> {
  return appendAuditEvent(db, { ...event, actorKind: 'system', actorId: null, address: null })
}

/**
 * Writes to the audit trail that something is now another than it was; once, however many processes see it.
 * @param endedBy an action that ends what the event tells, so that the same is new after it
 */
export function recordWhenNew(
  db: Database,
  event: { action: string; detail: string },
  endedBy?: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await findNewestDetail(trx, event.action, endedBy)) !== event.detail) await recordSystemEvent(trx, event)
  })
}

/**
 * What the trail of a client says of some kinds about some of its records, oldest first, and the newest hash of the client's chain.
 * @throws when the client has no trail
 */
export async function readTrail(db: Database, clientId: string, subjectIds: string[], actions: readonly string[]) {
  const events = await listAuditEvents(db, subjectIds, actions)
  const head = await readChainHead(db, clientId)
  if (!head) throw new Error('The client has no audit trail')
  return { events, head }
}

/** @throws NotFound when a client has no trail: there is no such client */
export async function requireTrail(db: Database, clientId: string): Promise<void> {
  if (!(await readChainHead(db, clientId))) throw new NotFound()
}

/**
 * Events of some kinds about a record in their order; each says whether it is as it was written, by its own HMAC. What
 * was written before there was a key rests on the keyed record of its chain's end at the upgrade.
 */
export async function readVerifiedEvents(db: Database, key: AuditKey, subjectId: string, actions: readonly string[]) {
  const events = await listLinkedEvents(db, subjectId, actions)
  return events.map((event) => {
    const { action, detail, position } = event
    return { action, detail, position, holds: linkHolds(key, event) }
  })
}

type LinkedEvent = Awaited<ReturnType<typeof listLinkedEvents>>[number]

function linkHolds(key: AuditKey, event: LinkedEvent): boolean {
  const { chain, position, hash, mac, carried_position, carried_hash, carried_mac } = event
  if (!hash.equals(hashAfter(event.previous ?? undefined, event))) return false
  if (mac !== null) return mac.equals(key.linkMac(chain, event.id, hash))
  if (carried_position === null || carried_hash === null || position > carried_position) return false
  return key.fits(carried_mac, 'carried', carriedRecord(chain, carried_position, carried_hash))
}

/** Whether the trail has an event of this kind that says this. */
export const isRecorded = (db: Database, action: 'sealed', detail: string): Promise<boolean> =>
  hasEvent(db, action, detail)

function actorId(principal: Principal): string | null {
  if (principal.kind === 'admin') return principal.adminId
  return principal.kind === 'session' ? principal.sessionId : null
}
