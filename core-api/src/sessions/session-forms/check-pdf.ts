import type { FastifyBaseLogger } from 'fastify'
import { acceptFormPdf, lockFormToCheck, recordFormRefusal } from '../../library/global-forms/global-form-upload.ts'
import { lossesText } from '../../library/pdf-checks/accepted-losses.ts'
import {
  countFailedAttempt,
  endPdfCheck,
  findUpload,
  type Refusal,
  refuseUpload,
} from '../../library/pdf-checks/pdf-check-service.ts'
import {
  type CheckedPdf,
  type PdfIntake,
  PdfProcessFailed,
  PdfProcessKilled,
} from '../../library/pdf-checks/pdf-intake.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { FileDamaged, FileMissing, InvalidInput, PdfNotAccepted } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { Job } from '../../platform/jobs/job-repository.ts'
import { acceptDocumentPdf, lockDocumentToCheck, recordDocumentRefusal } from './session-form-upload.ts'

export interface PdfCheckContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  cipher: FieldCipher
  log: Pick<FastifyBaseLogger, 'error'>
}

type Check = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** The job's pauses between them add up to 20 minutes or more. */
export const mostFailedAttempts = 8

const unreadable = 'The uploaded file can no longer be read. Upload it again.'

/** Once, in one transaction: a check that is killed is repeated. @throws for causes other than the upload */
export async function checkPdf(
  context: PdfCheckContext,
  { subject_id, last_error }: Pick<Job, 'subject_id' | 'last_error'>,
): Promise<void> {
  const check = await findUpload(context.db, subject_id)
  if (!check) return
  let unused: string[] = []
  try {
    unused = await accept(context, check, await inspect(context, check))
  } catch (error) {
    const failed = error instanceof PdfProcessFailed
    const refusal = failed ? await refusalOfFailure(context, check, { error, last_error }) : refusalOf(error)
    if (refusal === undefined) throw error
    await refuse(context, check, refusal)
    // Staff may accept what is lost, and then use it.
    if (refusal.losses.length > 0) return
  }
  await context.files.discard([check.file_id, ...unused])
}

async function inspect(
  { db, files, pdfs }: PdfCheckContext,
  { file_id, is_to_sign, make_smaller, accepted_losses: accepted }: Check,
): Promise<CheckedPdf> {
  const pictures = make_smaller ? 'smaller' : undefined
  const options = { use: is_to_sign ? 'fill-in' : 'read', pictures, accepted } as const
  return pdfs.inspectInJob(await files.read(db, file_id), options)
}

/** What staff are told when the upload itself is the cause. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof PdfNotAccepted) return { message: error.message, losses: error.losses }
  if (error instanceof InvalidInput) return { message: error.message, losses: [] }
  const isUnreadable = error instanceof FileMissing || error instanceof FileDamaged
  return isUnreadable ? { message: unreadable, losses: [] } : undefined
}

interface Failure {
  error: PdfProcessFailed
  last_error: Job['last_error']
}

/** Logs the cause of a refusal: the job has done its work. @returns what staff are told if the document is the cause */
async function refusalOfFailure(
  { db, log }: PdfCheckContext,
  { id }: Check,
  { error, last_error }: Failure,
): Promise<Refusal | undefined> {
  const attempts = await countFailedAttempt(db, id)
  const isKilledAgain = error instanceof PdfProcessKilled && last_error === error.name
  if (attempts < mostFailedAttempts && !isKilledAgain) return undefined
  log.error({ err: error, check: id, attempts }, 'PDF refused after failures of its process')
  return { message: error.refusal.message, losses: [] }
}

/** @returns the ids of the files that nothing uses any more; `discard` their bytes */
async function accept(context: PdfCheckContext, check: Check, pdf: CheckedPdf): Promise<string[]> {
  const { db, files, pdfs, cipher } = context
  const { global_form_id, session_form_id } = check
  const sizes = global_form_id === null ? [] : await pdfs.measureInJob(pdf.bytes)
  return files.withStored([pdf], ([file]) =>
    db.transaction().execute(async (trx) => {
      if (!file) throw new Error('The PDF was not stored')
      await lockTarget(trx, check)
      if (!(await endPdfCheck(trx, check.id))) return []
      await files.forget(trx, check.file_id)
      await files.describe(trx, file)
      const accepted = { file, form: pdf.form, sizes, replaces: check.replaces, lost: lossesText(pdf.losses) }
      const former = global_form_id === null ? null : await acceptFormPdf(trx, global_form_id, accepted)
      if (session_form_id !== null) await acceptDocumentPdf({ db: trx, cipher }, session_form_id, accepted)
      return files.forgetUnused(trx, [former])
    }),
  )
}

function refuse({ db, files }: PdfCheckContext, check: Check, refusal: Refusal): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockTarget(trx, check)
    if (!(await refuseUpload(trx, check.id, refusal))) return
    if (refusal.losses.length === 0) await files.forget(trx, check.file_id)
    if (check.global_form_id !== null) await recordFormRefusal(trx, check.global_form_id)
    if (check.session_form_id !== null) await recordDocumentRefusal(trx, check.session_form_id)
  })
}

/** Locks the target before its check row, as deletion does. Deleting it deletes its check. */
async function lockTarget(db: Transaction, { global_form_id, session_form_id }: Check): Promise<void> {
  if (global_form_id !== null) await lockFormToCheck(db, global_form_id)
  if (session_form_id !== null) await lockDocumentToCheck(db, session_form_id)
}
