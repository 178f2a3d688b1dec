import { isOpen } from '@agency/contract/session-state'
import { replaceLibraryFile } from '../../library/global-forms/global-form-service.ts'
import type { CheckedPdf, PdfIntake } from '../../library/pdf-checks/pdf-intake.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { PdfNotAccepted, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  auditIdsOf,
  getLockedSessionForm,
  getSessionForm,
  replaceAttachedFile,
} from '../../sessions/session-forms/session-form-service.ts'
import { isSignable } from '../envelopes/envelope-service.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'

interface PlainContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  principal: SessionPrincipal
}

const notSignable = 'This document cannot be signed here in its present form. Please call your agency.'

/** Makes an older release's upload plain. Idempotent. @throws NotFound; WrongState when it would look different */
export async function makeDocumentPlain(context: PlainContext, id: string): Promise<void> {
  const form = await getSessionForm(context, id)
  if (!form.file_id || !needsPlainCopy(form)) return
  let plain: CheckedPdf
  try {
    plain = await context.files.use(context.db, form.file_id, (bytes) => inspectOlder(context.pdfs, bytes))
  } catch (error) {
    if ((await getSessionForm(context, id)).file_id === form.file_id) throw error
    // Another request has replaced the file since, and removed it.
    return makeDocumentPlain(context, id)
  }
  await replaceFile(context, form, plain)
}

/** Whether the document is still to be signed with the built-in provider, and its file is not plain yet. */
const needsPlainCopy = (form: SessionFormRow): boolean =>
  isSignable(form) &&
  form.original_sha256 === null &&
  isOpen(form) &&
  (form.type !== 'DocuSign' || builtInProvider.owns(form.source_template_id ?? ''))

async function inspectOlder(pdfs: PdfIntake, bytes: Uint8Array): Promise<CheckedPdf> {
  try {
    return await pdfs.inspect(bytes)
  } catch (error) {
    if (error instanceof PdfNotAccepted) throw new WrongState(notSignable, { cause: error })
    throw error
  }
}

/** Replaces the file by its plain copy, unless another request already did. */
async function replaceFile(
  { db, files, principal }: PlainContext,
  { id, file_id: from }: SessionFormRow,
  plain: CheckedPdf,
): Promise<void> {
  const unused = await files.withStored([plain], ([file]) =>
    db.transaction().execute(async (trx) => {
      const form = await getLockedSessionForm({ db: trx, principal }, id)
      if (!file || from === null || form.file_id !== from) return []
      await files.describe(trx, file)
      await replaceAttachedFile(trx, id, from, file.id)
      await replaceLibraryFile(trx, from, file.id)
      await recordSystemEvent(trx, {
        action: 'form.made-plain',
        ...auditIdsOf(form),
        detail: `file ${from} → ${file.id}`,
      })
      return files.forgetUnused(trx, [from])
    }),
  )
  await files.discard(unused)
}
