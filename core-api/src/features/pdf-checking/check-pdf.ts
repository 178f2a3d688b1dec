import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { FileDamaged, FileMissing, InvalidInput, PdfNotAccepted } from '../../platform/errors.ts'
import type { FileService } from '../../platform/file-store/file-service.ts'
import type { Job } from '../../platform/jobs/job-repository.ts'
import { type CheckedPdf, type PdfIntake, PdfProcessKilled } from '../files/pdf-intake.ts'
import { acceptFormPdf, lockFormToCheck, recordFormRefusal } from '../global-forms/global-form-upload.ts'
import { endPdfCheck, findUpload, refuseUpload } from '../pdf-checks/pdf-check-service.ts'
import { acceptDocumentPdf, lockDocumentToCheck, recordDocumentRefusal } from '../session-forms/session-form-upload.ts'

export interface PdfCheckContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  cipher: FieldCipher
}

type Check = NonNullable<Awaited<ReturnType<typeof findUpload>>>

const unreadable = 'The uploaded file can no longer be read. Upload it again.'

/**
 * Checks an upload, and stores its plain copy with the form or document that it is for, or why it was refused. The result
 * is stored in one transaction, once: a check that is killed is repeated, and one that was deleted or replaced
 * meanwhile stores nothing. If the PDF's process is killed in two attempts in a row, the PDF is refused.
 * @throws for causes other than the upload, so that the job is repeated
 */
export async function checkPdf(
  context: PdfCheckContext,
  { subject_id, last_error }: Pick<Job, 'subject_id' | 'last_error'>,
): Promise<void> {
  const check = await findUpload(context.db, subject_id)
  if (!check) return
  try {
    await accept(context, check, await inspect(context, check))
  } catch (error) {
    const refusal = refusalOf(error, last_error)
    if (refusal === undefined) throw error
    await refuse(context, check, refusal)
  }
  await context.files.discard([check.file_id])
}

async function inspect({ db, files, pdfs }: PdfCheckContext, { file_id }: Check): Promise<CheckedPdf> {
  return pdfs.inspectInJob(await files.read(db, file_id))
}

/** The message for staff when the upload itself is the cause. */
function refusalOf(error: unknown, lastError: string | null): string | undefined {
  if (error instanceof PdfProcessKilled && lastError === error.name) return error.refusal.message
  if (error instanceof PdfNotAccepted || error instanceof InvalidInput) return error.message
  return error instanceof FileMissing || error instanceof FileDamaged ? unreadable : undefined
}

async function accept(context: PdfCheckContext, check: Check, pdf: CheckedPdf): Promise<void> {
  const { db, files, pdfs, cipher } = context
  const { global_form_id, session_form_id } = check
  const sizes = global_form_id === null ? [] : await pdfs.measure(pdf.bytes)
  await files.withStored([pdf], ([file]) =>
    db.transaction().execute(async (trx) => {
      if (!file) throw new Error('The PDF was not stored')
      await lockTarget(trx, check)
      if (!(await endPdfCheck(trx, check.id))) return
      await files.forget(trx, check.file_id)
      await files.describe(trx, file)
      const accepted = { file, fields: pdf.fields, sizes, replaces: check.replaces }
      if (global_form_id !== null) await acceptFormPdf(trx, global_form_id, accepted)
      if (session_form_id !== null) await acceptDocumentPdf({ db: trx, cipher }, session_form_id, accepted)
    }),
  )
}

function refuse({ db, files }: PdfCheckContext, check: Check, refusal: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockTarget(trx, check)
    if (!(await refuseUpload(trx, check.id, refusal))) return
    await files.forget(trx, check.file_id)
    if (check.global_form_id !== null) await recordFormRefusal(trx, check.global_form_id)
    if (check.session_form_id !== null) await recordDocumentRefusal(trx, check.session_form_id)
  })
}

/** Locked before its check, as by those who delete it. What is deleted by now has no check either. */
async function lockTarget(db: Database, { global_form_id, session_form_id }: Check): Promise<void> {
  if (global_form_id !== null) await lockFormToCheck(db, global_form_id)
  if (session_form_id !== null) await lockDocumentToCheck(db, session_form_id)
}
