import type { CreateGlobalForm, GlobalForm, UpdateGlobalForm } from 'contract/global-forms'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import type { AdminPrincipal } from '../../plugins/principals.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { recordEvent } from '../audit/audit-service.ts'
import type { PdfIntake } from '../esign/pdf-intake.ts'
import type { FileService } from '../files/file-service.ts'
import { findGlobalForm, insertGlobalForm, updateGlobalForm } from './global-form-repository.ts'

export interface GlobalFormContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  principal: AdminPrincipal
}

/**
 * Adds a form to the library, with its PDF where one was sent.
 * @throws PdfNotAccepted when the PDF could not be signed later without losing content
 */
export async function createGlobalForm(
  { db, files, pdfs, principal }: GlobalFormContext,
  form: CreateGlobalForm,
  pdf: Uint8Array | undefined,
): Promise<GlobalForm> {
  if (form.type === 'Link' && !form.source)
    throw new InvalidInput([{ field: 'source', message: 'is needed for a link' }])
  if (form.type === 'Link' && pdf) throw new InvalidInput([{ field: 'file', message: 'a link has no file' }])
  const inspected = pdf && (await pdfs.inspect(pdf))
  const id = uuid()
  await db.transaction().execute(async (trx) => {
    await insertGlobalForm(trx, {
      id,
      title: form.title?.trim() || null,
      type: form.type,
      folder: form.folder?.trim() || null,
      notes: form.notes ? sanitizeRichText(form.notes) : null,
      source: form.source ?? null,
      requires_signature: form.requires_signature ?? form.type === 'PDF',
      docusign_template_id: null,
      file_id: inspected
        ? await files.save(trx, inspected.bytes, { mimeType: 'application/pdf', pages: inspected.pages })
        : null,
    })
    await recordEvent(trx, principal, { action: 'form.created', subjectId: id })
  })
  return getGlobalForm(db, id)
}

export async function getGlobalForm(db: Database, id: string) {
  const form = await findGlobalForm(db, id)
  if (!form) throw new NotFound()
  return form
}

/** Changes a form's title, folder or notes; what is not sent stays. */
export async function changeGlobalForm(
  { db, principal }: Pick<GlobalFormContext, 'db' | 'principal'>,
  id: string,
  sent: UpdateGlobalForm,
): Promise<GlobalForm> {
  const changes: UpdateGlobalForm = { ...sent }
  if (typeof sent.title === 'string') changes.title = sent.title.trim() || null
  if (typeof sent.folder === 'string') changes.folder = sent.folder.trim() || null
  if (typeof sent.notes === 'string') changes.notes = sanitizeRichText(sent.notes)
  const fields = Object.keys(changes)
  if (fields.length > 0) {
    await db.transaction().execute(async (trx) => {
      if (!(await updateGlobalForm(trx, id, changes))) throw new NotFound()
      await recordEvent(trx, principal, { action: 'form.changed', subjectId: id, fields })
    })
  }
  return getGlobalForm(db, id)
}

/** A form's PDF. @throws NotFound when there is no such form or it has no file */
export async function readGlobalFormFile({ db, files }: Pick<GlobalFormContext, 'db' | 'files'>, id: string) {
  const form = await getGlobalForm(db, id)
  if (!form.file_id) throw new NotFound()
  return { title: form.title, content: await files.read(db, form.file_id) }
}
