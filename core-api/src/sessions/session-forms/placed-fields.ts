import { type FormField, GlobalFormFields, type ProposedFields } from '@agency/contract/form-fields'
import { fieldProblems } from '../../library/form-fields/field-checks.ts'
import { decryptFieldState } from '../../library/form-fields/field-state.ts'
import type { PdfIntake } from '../../library/pdf-checks/pdf-intake.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { filledFields } from './session-form-attachment.ts'
import { findFormFields, type SessionFormRow, storeSessionForm } from './session-form-repository.ts'
import { auditIdsOf, getLockedSessionForm, getSessionForm } from './session-form-service.ts'

interface PlacedFieldContext {
  db: Database
  cipher: FieldCipher
  files: FileService
  pdfs: PdfIntake
  principal: AdminPrincipal
}

/** The fields of one document as staff place them, without what the client has entered. @throws NotFound; PdfNotChecked */
export async function getPlacedFields(
  context: Pick<PlacedFieldContext, 'db' | 'principal'>,
  id: string,
): Promise<GlobalFormFields> {
  return toAnswer(context.db, await getSessionForm(context, id))
}

async function toAnswer(db: Database, { id, version }: SessionFormRow): Promise<GlobalFormFields> {
  const { fields, field_notes: notes } = await findFormFields(db, id)
  return { success: true, fields, notes, version }
}

/**
 * Proposes fields beside those that are placed.
 * @throws NotFound; PdfNotChecked; WrongState if it is no PDF to sign, or was begun
 */
export async function proposePlacedFields(
  { db, files, pdfs, principal }: Omit<PlacedFieldContext, 'cipher'>,
  id: string,
): Promise<ProposedFields> {
  const fileId = fileToFill(await getSessionForm({ db, principal }, id))
  const { fields } = await findFormFields(db, id)
  return { success: true, fields: await files.use(db, fileId, (pdf) => pdfs.propose(pdf, fields)) }
}

/**
 * Replaces the fields until its client begins.
 * @throws NotFound; PdfNotChecked; WrongState; EditConflict; InvalidInput
 */
export async function changePlacedFields(
  { db, cipher, files, pdfs, principal }: PlacedFieldContext,
  id: string,
  fields: FormField[],
  baseVersion: number | undefined,
): Promise<GlobalFormFields> {
  const fileId = fileToFill(await getSessionForm({ db, principal }, id))
  // Measured before the document is locked, since it takes long.
  const problems = fieldProblems(fields, await files.use(db, fileId, (pdf) => pdfs.measure(pdf)))
  if (problems.length > 0) throw new InvalidInput(problems)
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (fileToFill(form) !== fileId)
      throw new WrongState(
        'The PDF of this document was replaced while you edited its fields. Reload it and try again.',
      )
    const stored = await findFormFields(trx, id)
    requireUnfilled(decryptFieldState(cipher, id, stored.encrypted_values).typed)
    const { field_versions } = form
    const edit = mergeRecordEdit({
      schema: GlobalFormFields,
      current: { ...(await toAnswer(trx, form)), field_versions },
      changes: { fields },
      baseVersion,
    })
    if (edit.fields === undefined) return toAnswer(trx, form)
    const own = { fields, notes: stored.field_notes }
    const filled = await filledFields({ db: trx, cipher }, { id, client_id: form.client_id, form: own })
    await storeSessionForm(trx, id, { encrypted_values: null, ...filled })
    const event = { action: 'form.document-fields-changed' as const, ...auditIdsOf(form), fields: ['fields'] }
    await recordUnlessArchived(trx, principal, event)
    return toAnswer(trx, await getSessionForm({ db: trx, principal }, id))
  })
}

function fileToFill({ type, requires_signature, file_id, was_sent, status }: SessionFormRow): string {
  if (type !== 'PDF' || !requires_signature || !file_id) {
    throw new WrongState('Only a PDF that is to be signed has fields.')
  }
  if (was_sent || (status !== 'pending' && status !== 'sent')) throw new WrongState(begun)
  return file_id
}

const begun =
  'The client has already begun with this document, so its fields can no longer be changed. Attach it again to change them.'

function requireUnfilled(typed: object): void {
  if (Object.keys(typed).length > 0) throw new WrongState(begun)
}
