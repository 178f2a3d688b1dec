import type { AuditAction } from '@agency/contract/audit-actions'
import { type CreateGlobalForm, GlobalForm, type UpdateGlobalForm } from '@agency/contract/global-forms'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import { readFormerValues } from '../../platform/concurrency/former-values.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'
import { type ImportedForm, storedForm } from '../form-fields/imported-form.ts'
import { acceptedText } from '../pdf-checks/accepted-losses.ts'
import { queuePdfCheck, requireChecked } from '../pdf-checks/pdf-check-service.ts'
import type { PdfIntake, TakenPdf, UploadedPdf } from '../pdf-checks/pdf-intake.ts'
import {
  findFormOfTemplate,
  findGlobalForm,
  insertGlobalForm,
  keepFormOfTemplate,
  keepGlobalForm,
  lockGlobalForm,
  replaceGlobalFormFile,
  updateGlobalForm,
} from './global-form-repository.ts'

export interface GlobalFormContext {
  db: Database
  files: FileService
  pdfs: PdfIntake
  principal: AdminPrincipal
}

/** Adds a form with its PDF's own fields; a large PDF is checked in the background. @throws PdfNotAccepted */
export async function createGlobalForm(
  { db, files, pdfs, principal, call }: GlobalFormContext & Idempotent,
  form: CreateGlobalForm,
  pdf: UploadedPdf | undefined,
): Promise<GlobalForm> {
  if (form.type === 'Link' && !form.source)
    throw new InvalidInput([{ field: 'source', message: 'is needed for a link' }])
  if (form.type === 'Link' && pdf) throw new InvalidInput([{ field: 'file', message: 'a link has no file' }])
  const isToSign = form.requires_signature ?? form.type === 'PDF'
  const taken = pdf && (await pdfs.takeIn(pdf, isToSign ? 'fill-in' : 'read'))
  const id = uuid()
  const create = ([file]: StoredFile[]) =>
    createOncePerKey(
      { db, call },
      {
        ids: [id],
        make: async (trx) => {
          const own = taken?.isChecked ? taken.form : undefined
          if (file && own) await files.describe(trx, file)
          await insertGlobalForm(trx, { id, ...describedBy(form, own), file_id: (own && file?.id) ?? null })
          if (file && taken?.isChecked === false)
            await queuePdfCheck({ db: trx, files }, { global_form_id: id }, { ...taken, file })
          const fields = [...Object.keys(form), ...(file ? ['file'] : [])]
          await recordEvent(trx, principal, { action: 'form.created', subjectId: id, fields })
          if (taken) await recordAccepted({ db: trx, principal }, id, taken)
        },
        read: (trx, [made = id]) => getGlobalForm(trx, made),
      },
    )
  return files.withStored(taken ? [taken] : [], create)
}

export async function recordAccepted(
  { db, principal }: Pick<GlobalFormContext, 'db' | 'principal'>,
  id: string,
  taken: TakenPdf,
): Promise<void> {
  const detail = acceptedText(taken)
  if (detail) await recordEvent(db, principal, { action: 'form.loss-accepted', subjectId: id, detail })
}

function describedBy(form: CreateGlobalForm, own: ImportedForm | undefined) {
  const requires_signature = form.requires_signature ?? form.type === 'PDF'
  return {
    title: form.title?.trim() || null,
    type: form.type,
    folder: form.folder?.trim() || null,
    notes: form.notes ? sanitizeRichText(form.notes) : null,
    source: form.source ?? null,
    requires_signature,
    ...(form.reading ? { reading: form.reading } : {}),
    docusign_template_id: null,
    template_title: null,
    retired_at: null,
    ...(own && requires_signature ? storedForm(own) : {}),
  }
}

export async function getGlobalForm(db: Database, id: string) {
  const form = await findGlobalForm(db, id)
  if (!form) throw new NotFound()
  return form
}

/** A form whose file is unchanged until the caller's transaction ends, for a document that is made from it. @throws NotFound */
export async function getFormToAttach(db: Transaction, id: string) {
  await keepGlobalForm(db, id)
  return getGlobalForm(db, id)
}

export const replaceLibraryFile = (db: Database, from: string, to: string): Promise<void> =>
  replaceGlobalFormFile(db, from, to)

/** As `getFormToAttach`, for a template of the signing provider; undefined if the library does not have it. */
export async function findTemplate(db: Transaction, templateId: string) {
  await keepFormOfTemplate(db, templateId)
  return findFormOfTemplate(db, templateId)
}

/** @throws NotFound, EditConflict */
export function changeGlobalForm(
  { db, cipher, principal }: Pick<GlobalFormContext, 'db' | 'principal'> & { cipher: FieldCipher },
  id: string,
  sent: UpdateGlobalForm,
  baseVersion: number | undefined,
): Promise<GlobalForm> {
  return db.transaction().execute(async (trx) => {
    await lockGlobalForm(trx, id)
    const current = await getGlobalForm(trx, id)
    const changes = { ...storable(sent), ...archiving(current.archived_at, sent.archived) }
    const had = await readFormerValues({ db: trx, cipher }, { current, baseVersion })
    const edit = mergeRecordEdit({ schema: GlobalForm, current, changes, baseVersion, had })
    const fields = Object.keys(edit)
    if (fields.length === 0) return current
    await updateGlobalForm(trx, id, edit)
    await recordEvent(trx, principal, { action: actionOf(edit), subjectId: id, fields })
    return getGlobalForm(trx, id)
  })
}

function archiving(at: string | null, archived: boolean | undefined): { archived_at?: string | null } {
  if (archived === undefined || archived === (at !== null)) return {}
  return { archived_at: archived ? new Date().toISOString() : null }
}

function actionOf({ archived_at }: { archived_at?: string | null }): AuditAction {
  if (archived_at === undefined) return 'form.changed'
  return archived_at === null ? 'form.restored' : 'form.archived'
}

function storable({ archived: _archived, version: _version, ...sent }: UpdateGlobalForm) {
  const changes = { ...sent }
  if (typeof sent.title === 'string') changes.title = sent.title.trim() || null
  if (typeof sent.folder === 'string') changes.folder = sent.folder.trim() || null
  if (typeof sent.notes === 'string') changes.notes = sanitizeRichText(sent.notes)
  return changes
}

/** @throws NotFound without a form or file; PdfNotChecked */
export async function readGlobalFormFile(
  { db, files, principal }: Pick<GlobalFormContext, 'db' | 'files' | 'principal'>,
  id: string,
) {
  const form = await getGlobalForm(db, id)
  requireChecked(form)
  if (!form.file_id) throw new NotFound()
  const event = { action: 'form.file-opened' as const, subjectId: id, detail: `file ${form.file_id}` }
  const file = await files.open(db, form.file_id, () => recordEvent(db, principal, event))
  return { title: form.title, ...file }
}
