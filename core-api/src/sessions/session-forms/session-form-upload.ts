import type { PdfLoss } from '@agency/contract/pdf-checks'
import type { SessionForm } from '@agency/contract/session-forms'
import type { ImportedForm } from '../../library/form-fields/imported-form.ts'
import { acceptLosses, requireLossyFile } from '../../library/pdf-checks/pdf-check-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound } from '../../platform/errors.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { requireSession } from '../sessions/session-service.ts'
import { filledFields } from './session-form-attachment.ts'
import { lockSessionForm, storeSessionForm } from './session-form-repository.ts'
import {
  auditIdsOf,
  decryptTexts,
  getLockedUncheckedForm,
  requireSessionForm,
  type SessionFormContext,
} from './session-form-service.ts'

export const lockDocumentToCheck = (db: Transaction, id: string): Promise<void> => lockSessionForm(db, id)

/** Takes the checked PDF, filled in from the present record. @throws InvalidInput if a value does not fit */
export async function acceptDocumentPdf(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  id: string,
  { file, form: imported, lost }: { file: StoredFile; form: ImportedForm; lost: string },
): Promise<void> {
  const form = await requireSessionForm(db, id)
  const { client_id, requires_signature } = form
  const filled = await filledFields({ db, cipher }, { id, client_id, form: requires_signature ? imported : undefined })
  // The client of a session that was handed over sees the document from now on.
  const isSent = (await requireSession(db, form.session_id)).sent_at !== null && form.sent_at === null
  const sent = isSent ? { sent_at: new Date().toISOString() } : {}
  await storeSessionForm(db, id, { file_id: file.id, ...filled, ...sent })
  const detail = [`file ${file.id}`, lost].filter(Boolean).join('; ')
  await recordSystemEvent(db, { action: 'form.pdf-accepted', ...auditIdsOf(form), detail })
  if (isSent) await recordSystemEvent(db, { action: 'sent', ...auditIdsOf(form) })
}

/** @throws NotFound; WrongState if it was not refused for losses that staff may accept */
export function acceptDocumentLosses(
  { db, cipher, principal }: SessionFormContext<AdminPrincipal> & { cipher: FieldCipher },
  id: string,
  accepted: readonly PdfLoss[],
): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedUncheckedForm({ db: trx, principal }, id)
    await acceptLosses(trx, { session_form_id: id }, accepted)
    const event = { action: 'form.loss-accepted' as const, ...auditIdsOf(form), detail: accepted.join(', ') }
    await recordUnlessArchived(trx, principal, event)
    return decryptTexts(cipher, await requireSessionForm(trx, id))
  })
}

/** For staff: the upload of a document that was refused for losses. @throws NotFound */
export async function readLossyDocumentFile(
  { db, files, principal }: SessionFormContext & { files: FileService },
  id: string,
) {
  if (principal.kind !== 'admin') throw new NotFound()
  const form = await requireSessionForm(db, id)
  const file = await requireLossyFile(db, { session_form_id: id })
  const event = { action: 'form.file-opened' as const, ...auditIdsOf(form), detail: `refused file ${file}` }
  return { title: form.title, ...(await files.open(db, file, () => recordEvent(db, principal, event))) }
}

export async function recordDocumentRefusal(db: Database, id: string): Promise<void> {
  await recordSystemEvent(db, { action: 'form.pdf-refused', ...auditIdsOf(await requireSessionForm(db, id)) })
}
