import type { DeclinedDocument } from '@agency/contract/declines'
import { v7 as uuid } from 'uuid'
import { recordEvent, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { declineContext, openDeclineReason } from '../../platform/encryption/stored-reasons.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import { findSessionById } from '../../sessions/sessions/session-service.ts'
import { findDeclinedSession, insertDecline, listDeclinedDocuments } from './decline-repository.ts'

export const declinedNoticeJob = 'notify-declined'

interface DeclinedForm {
  about: { clientId: string; sessionId: string; subjectId: string }
  /** The envelope that ends, if the document has one. */
  envelopeId: string | null
}

/** Records it in the transaction that changes the document. Event and decline share an id. */
export async function recordDecline(
  { db, cipher, principal }: { db: Database; cipher: FieldCipher; principal: SessionPrincipal },
  { about, envelopeId }: DeclinedForm,
  reason: string,
): Promise<void> {
  const id = uuid()
  await recordEvent(db, principal, { id, action: 'declined', ...about })
  await insertDecline(db, {
    id,
    session_form_id: about.subjectId,
    envelope_id: envelopeId,
    declined_at: new Date().toISOString(),
    address: principal.address,
    encrypted_reason: encryptText(cipher, declineContext(id), reason.trim()),
  })
  await queueJob(db, declinedNoticeJob, id)
}

/** Records a decline at the provider, which gives neither reason nor address. @param at by its clock, RFC 3339 */
export async function recordDeclineAtProvider(
  db: Database,
  { about, envelopeId }: DeclinedForm,
  { at, detail }: { at: string; detail: string },
): Promise<void> {
  const id = uuid()
  await recordSystemEvent(db, { id, action: 'declined', ...about, detail })
  const declined = { session_form_id: about.subjectId, envelope_id: envelopeId, declined_at: at }
  await insertDecline(db, { id, ...declined, address: null, encrypted_reason: null })
  await queueJob(db, declinedNoticeJob, id)
}

export async function findSessionOfDecline(db: Database, id: string) {
  const sessionId = await findDeclinedSession(db, id)
  return sessionId === undefined ? undefined : findSessionById(db, sessionId)
}

const mostListed = 20

export async function getDeclinedDocuments(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  scope: ClientScope,
): Promise<DeclinedDocument[]> {
  const rows = await listDeclinedDocuments(db, mostListed, scope)
  return rows.map((row) => ({ ...row, decline_reason: openDeclineReason(cipher, row) }))
}
