import type { Database } from '../../database/database.ts'
import type { Principal } from '../../plugins/principals.ts'
import { type AuditEntry, appendAuditEvent } from './audit-repository.ts'

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

/** Writes to the audit trail what the product did by itself. */
export function recordSystemEvent(db: Database, event: Recorded): Promise<void> {
  return appendAuditEvent(db, { ...event, actorKind: 'system', actorId: null, address: null })
}

function actorId(principal: Principal): string | null {
  if (principal.kind === 'admin') return principal.adminId
  return principal.kind === 'session' ? principal.sessionId : null
}
