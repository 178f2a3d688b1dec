import { type ActOnClient, recordActs, recordEvent } from '../audit-trail/audit-service.ts'
import type { Transaction } from '../database/database.ts'
import type { Principal } from '../http/principals.ts'
import type { RecordName } from '../http/subject.ts'
import { requireUnarchived, requireUnarchivedClients } from './require-subject.ts'

type Recorded = Parameters<typeof recordEvent>[2] & { clientId: string }

/**
 * Records an event that locks the client's chain, as archiving does: either comes first.
 * @throws WrongState for an archived one
 */
export async function recordUnlessArchived(db: Transaction, principal: Principal, event: Recorded): Promise<void> {
  await recordEvent(db, principal, event)
  if (principal.kind !== 'admin') return
  const { clientId, sessionId } = event
  const name: RecordName =
    sessionId === undefined ? { kind: 'client', id: clientId } : { kind: 'session', id: sessionId }
  await requireUnarchived(db, name)
}

/** The same for acts of staff on clients, by few statements. @throws WrongState if one of them is archived */
export async function recordActsUnlessArchived(db: Transaction, acts: ActOnClient[]): Promise<void> {
  await recordActs(db, acts)
  await requireUnarchivedClients(
    db,
    acts.map(({ clientId }) => clientId),
  )
}
