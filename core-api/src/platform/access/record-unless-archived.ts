import { recordEvent } from '../audit-trail/audit-service.ts'
import type { Transaction } from '../database/database.ts'
import type { Principal } from '../http/principals.ts'
import type { RecordName } from '../http/subject.ts'
import { requireUnarchived } from './require-subject.ts'

type Recorded = Parameters<typeof recordEvent>[2] & { clientId: string }

/**
 * Records a change of a client, or of one of its sessions, and refuses staff the change if the record is archived. Its
 * event locks the client's chain until the transaction ends, and archiving has an event too. So a change is stored either
 * before the record is archived, or not at all.
 * @param db the transaction of the change @throws WrongState
 */
export async function recordUnlessArchived(db: Transaction, principal: Principal, event: Recorded): Promise<void> {
  await recordEvent(db, principal, event)
  if (principal.kind !== 'admin') return
  const { clientId, sessionId } = event
  const name: RecordName =
    sessionId === undefined ? { kind: 'client', id: clientId } : { kind: 'session', id: sessionId }
  await requireUnarchived(db, name)
}
