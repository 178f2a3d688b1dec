import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { StoredFile } from '../../platform/file-store/file-service.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import type { ImportedForm } from '../form-fields/imported-form.ts'
import { filledFields } from './session-form-attachment.ts'
import { lockSessionForm, storeSessionForm } from './session-form-repository.ts'
import { auditIdsOf, requireSessionForm } from './session-form-service.ts'

export const lockDocumentToCheck = (db: Database, id: string): Promise<void> => lockSessionForm(db, id)

/**
 * Gives a locked document the PDF that was checked in the background. Its fields are filled in from the present client
 * record.
 * @throws InvalidInput if a value does not fit into its field
 */
export async function acceptDocumentPdf(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  id: string,
  { file, form: imported }: { file: StoredFile; form: ImportedForm },
): Promise<void> {
  const form = await requireSessionForm(db, id)
  const { client_id, requires_signature } = form
  const filled = await filledFields({ db, cipher }, { id, client_id, form: requires_signature ? imported : undefined })
  await storeSessionForm(db, id, { file_id: file.id, ...filled })
  await recordSystemEvent(db, { action: 'form.pdf-accepted', ...auditIdsOf(form), detail: `file ${file.id}` })
}

export async function recordDocumentRefusal(db: Database, id: string): Promise<void> {
  await recordSystemEvent(db, { action: 'form.pdf-refused', ...auditIdsOf(await requireSessionForm(db, id)) })
}
