import type { PdfCheck, PdfLoss } from '@agency/contract/pdf-checks'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import { NotFound, PdfNotChecked, WrongState } from '../../platform/errors.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import { queueJob, requeueJob } from '../../platform/jobs/job-repository.ts'
import { dropPdfCheck, findLossy, insertPdfCheck, type PdfCheckTarget, reopenUpload } from './pdf-check-repository.ts'

export {
  countFailedAttempt,
  dropPdfCheck,
  endPdfCheck,
  findUpload,
  type Refusal,
  refuseUpload,
} from './pdf-check-repository.ts'

export const pdfCheckJob = 'pdf-check'

/** A stored upload. `replaces`: it replaces the PDF of a form. */
interface Upload {
  file: StoredFile
  /** Whether its pictures are to be made smaller. */
  makeSmaller: boolean
  accepted: readonly PdfLoss[]
  replaces?: boolean
}

/** Queues a check in the caller's transaction. Nothing but the check can read an upload before it is accepted. */
export async function queuePdfCheck(
  { db, files }: { db: Database; files: FileService },
  target: PdfCheckTarget,
  { file, makeSmaller: make_smaller, accepted, replaces = false }: Upload,
): Promise<void> {
  await dropPdfCheck(db, target)
  await files.describe(db, file)
  const id = uuid()
  const accepted_losses = JSON.stringify(accepted)
  await insertPdfCheck(db, { id, ...target, replaces, make_smaller, accepted_losses, file_id: file.id })
  await queueJob(db, pdfCheckJob, id)
}

/**
 * Checks again with accepted losses. Lock the target first.
 * @throws WrongState if it was not refused for such losses
 */
export async function acceptLosses(db: Database, target: PdfCheckTarget, accepted: readonly PdfLoss[]): Promise<void> {
  const check = await findLossy(db, target)
  if (!check) throw new WrongState('This PDF is not one that was refused for a loss you can accept. Upload it again.')
  await reopenUpload(db, check.id, [...new Set([...check.accepted_losses, ...accepted])])
  await requeueJob(db, pdfCheckJob, check.id)
}

/** The id of the kept file of a refused upload, for staff to see what it loses. @throws NotFound if there is none */
export async function requireLossyFile(db: Database, target: PdfCheckTarget): Promise<string> {
  const check = await findLossy(db, target)
  if (!check) throw new NotFound()
  return check.file_id
}

/** @throws PdfNotChecked while its first PDF is being checked, or was refused */
export function requireChecked({ pdf_check, has_file }: { pdf_check: PdfCheck | null; has_file: boolean }): void {
  if (pdf_check === null || has_file) return
  if (pdf_check.state === 'checking') {
    throw new PdfNotChecked('This PDF is still being checked. Try again when the check is done.')
  }
  throw new PdfNotChecked(`This PDF was refused, so it cannot be used. ${pdf_check.message ?? ''}`.trim())
}
