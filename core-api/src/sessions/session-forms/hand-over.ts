import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { findSessionOf, markSent, requireLockedSession } from '../sessions/session-service.ts'
import { listSessionForms, lockOrder, type SessionFormRow, storeSessionForm } from './session-form-repository.ts'
import { auditIdsOf } from './session-form-service.ts'

interface HandOverContext {
  db: Database
  principal: AdminPrincipal
}

/** Locks the documents of a session until the transaction ends. */
export async function lockDocuments(db: Database, sessionId: string): Promise<void> {
  await lockOrder(db, sessionId)
}

/**
 * Stores that staff have handed a session over to its client, by Send or by hand: now, for the session and for each of its
 * documents that was not handed over before. Call it with the documents locked before the session.
 */
export async function markHandedOver(context: HandOverContext, sessionId: string): Promise<void> {
  await markSent(context.db, sessionId)
  for (const form of await listSessionForms(context.db, sessionId)) {
    if (isHandedOverNow(form)) await markSentForm(context, form)
  }
}

/** A PDF that is not accepted yet does not exist for its client. */
const isHandedOverNow = ({ sent_at, status, pdf_check }: SessionFormRow) =>
  sent_at === null && status === 'pending' && pdf_check === null

/** Stores that a document reaches its client now. */
export async function markSentForm({ db, principal }: HandOverContext, form: SessionFormRow): Promise<void> {
  await storeSessionForm(db, form.id, { sent_at: new Date().toISOString() })
  await recordUnlessArchived(db, principal, { action: 'sent', ...auditIdsOf(form) })
}

/** Staff have copied the link or the passcode of a session, to give it to the client by hand. Idempotent. @throws NotFound */
export async function handOverByHand({ db, principal }: HandOverContext, code: string): Promise<void> {
  const { id } = await findSessionOf({ db, principal }, code)
  await db.transaction().execute(async (trx) => {
    await lockDocuments(trx, id)
    const session = await requireLockedSession(trx, id)
    if (session.sent_at !== null) return
    await markHandedOver({ db: trx, principal }, id)
    const about = { clientId: session.client_id, sessionId: id, subjectId: id }
    await recordUnlessArchived(trx, principal, { action: 'session.sent', ...about, detail: 'copied, by hand' })
  })
}

/**
 * When staff handed a document over, for its first envelope; undefined if they did not, or only set the date. A later
 * envelope was sent when it was made.
 */
export const handedOverAt = ({ was_sent, dates_set, sent_at }: SessionFormRow): string | undefined =>
  was_sent || dates_set.includes('sent_at') ? undefined : (sent_at ?? undefined)
