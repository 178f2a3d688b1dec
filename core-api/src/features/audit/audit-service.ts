import type { Database } from '../../database/database.ts'
import type { Principal } from '../../plugins/principals.ts'
import { findNewestDetail } from './audit-query-repository.ts'
import { type AuditEntry, appendAuditEvent, listAuditEvents, readChainHead } from './audit-repository.ts'

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
 * Writes to the audit trail that too many were refused, if a wait has begun: who waits, and for how long. Nothing is
 * written of the attempts that are turned away meanwhile, however many they are.
 */
export async function recordWaits(
  { db, principal, waits }: { db: Database; principal: Principal; waits: string[] },
  event: Omit<Recorded, 'detail'>,
): Promise<void> {
  if (waits.length > 0) await recordEvent(db, principal, { ...event, detail: waits.join(', ') })
}

/** Writes to the audit trail what the product did by itself. */
export function recordSystemEvent(db: Database, event: Recorded): Promise<void> {
  return appendAuditEvent(db, { ...event, actorKind: 'system', actorId: null, address: null })
}

/** Writes to the audit trail that something is now another than it was; once, however many processes see it. */
export function recordWhenNew(db: Database, event: { action: string; detail: string }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await findNewestDetail(trx, event.action)) !== event.detail) await recordSystemEvent(trx, event)
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

function actorId(principal: Principal): string | null {
  if (principal.kind === 'admin') return principal.adminId
  return principal.kind === 'session' ? principal.sessionId : null
}
