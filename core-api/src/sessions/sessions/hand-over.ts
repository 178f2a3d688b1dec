import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { lockDocuments, storeDocumentsSent, storeSent } from './hand-over-repository.ts'
import type { SessionRow } from './session-repository.ts'
import { auditIdsOf, findSessionOf, requireLockedSession } from './session-service.ts'

export { lockDocuments }

interface HandOverContext {
  db: Transaction
  /** Who handed it over. Undefined: the client has the session, and nobody has recorded how. */
  principal: AdminPrincipal | undefined
}

type Handed = Pick<SessionRow, 'id' | 'client_id'>

/** Locks a session with its documents until the transaction ends, in the order of all calls: the documents first. */
export async function lockWithDocuments(db: Transaction, id: string): Promise<SessionRow> {
  await lockDocuments(db, id)
  return requireLockedSession(db, id)
}

/** Marks the session and each of its documents that was not marked before. Call it with both locked. */
export async function markHandedOver(context: HandOverContext, session: Handed): Promise<void> {
  await storeSent(context.db, session.id)
  await markDocumentsSent(context, session)
}

export async function markDocumentsSent(
  { db, principal }: HandOverContext,
  { id: sessionId, client_id: clientId }: Handed,
  only?: string,
): Promise<void> {
  for (const subjectId of await storeDocumentsSent(db, sessionId, only)) {
    const event = { action: 'sent' as const, clientId, sessionId, subjectId }
    await (principal ? recordUnlessArchived(db, principal, event) : recordSystemEvent(db, event))
  }
}

/** Staff have copied the link or the passcode of a session, to give it to the client by hand. Idempotent. @throws NotFound */
export async function handOverByHand(
  { db, principal }: { db: Database; principal: AdminPrincipal },
  code: string,
): Promise<void> {
  const { id } = await findSessionOf({ db, principal }, code)
  await db.transaction().execute(async (trx) => {
    const session = await lockWithDocuments(trx, id)
    if (session.sent_at !== null) return
    await markHandedOver({ db: trx, principal }, session)
    await recordUnlessArchived(trx, principal, {
      action: 'session.sent',
      ...auditIdsOf(session),
      detail: 'copied, by hand',
    })
  })
}
