import type { Database } from '../../../platform/database/database.ts'
import { PdfNotAccepted, WrongState } from '../../../platform/errors.ts'
import type { FileService } from '../../../platform/file-store/file-service.ts'
import type { SessionPrincipal } from '../../../platform/http/principals.ts'
import { recordSystemEvent } from '../../audit/audit-service.ts'
import type { CheckedPdf, PdfIntake } from '../../files/pdf-intake.ts'
import { replaceLibraryFile } from '../../global-forms/global-form-service.ts'
import type { SessionFormRow } from '../../session-forms/session-form-repository.ts'
import {
  about,
  getLockedSessionForm,
  getSessionForm,
  replaceAttachedFile,
} from '../../session-forms/session-form-service.ts'
import { isSignable } from '../envelopes/envelope-service.ts'
import { builtInProvider } from '../providers/built-in/built-in-provider.ts'

interface PlainContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  principal: SessionPrincipal
}

const notSignable = 'This document cannot be signed here in its present form. Please call your agency.'

/**
 * Makes a document plain that was uploaded before uploads were made plain, when its client opens it. Its copy in the
 * library and those that no client has opened yet follow. Harmless when repeated.
 * @throws NotFound; WrongState when its plain copy would differ from what the client is shown
 */
export async function makeDocumentPlain(context: PlainContext, id: string): Promise<void> {
  const form = await getSessionForm(context, id)
  if (!form.file_id || !needsPlainCopy(form)) return
  const plain = await inspectOlder(context.pdfs, await context.files.read(context.db, form.file_id))
  await replaceFile(context, form, plain)
}

/** Whether the document is still to be signed here, and its file is not plain yet. */
const needsPlainCopy = (form: SessionFormRow): boolean =>
  isSignable(form) &&
  form.original_sha256 === null &&
  (form.status === 'pending' || form.status === 'sent' || form.status === 'viewed') &&
  (form.type !== 'DocuSign' || builtInProvider.owns(form.source_template_id ?? ''))

async function inspectOlder(pdfs: PdfIntake, bytes: Uint8Array): Promise<CheckedPdf> {
  try {
    return await pdfs.inspect(bytes)
  } catch (error) {
    if (error instanceof PdfNotAccepted) throw new WrongState(notSignable, { cause: error })
    throw error
  }
}

/** Stores the plain copy in place of the file, unless another call has done so meanwhile. */
function replaceFile({ db, files, principal }: PlainContext, { id, file_id: from }: SessionFormRow, plain: CheckedPdf) {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (from === null || form.file_id !== from) return
    const to = await files.save(trx, plain.bytes, plain.description)
    await replaceAttachedFile(trx, id, from, to)
    await replaceLibraryFile(trx, from, to)
    await recordSystemEvent(trx, { action: 'form.made-plain', ...about(form), detail: `file ${from} → ${to}` })
  })
}
