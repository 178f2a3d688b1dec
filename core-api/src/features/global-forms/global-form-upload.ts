import type { FormField } from '@agency/contract/form-fields'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import type { Database } from '../../platform/database/database.ts'
import type { StoredFile } from '../../platform/file-store/file-service.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { fieldProblems } from '../form-fields/field-checks.ts'
import { lockGlobalForm, updateGlobalForm } from './global-form-repository.ts'
import { getGlobalForm } from './global-form-service.ts'

/** A PDF that was checked and stored, the fields of its own form, and the size of its pages. */
export interface NewPdf {
  file: StoredFile
  fields: FormField[]
  sizes: PageSize[]
}

/**
 * Makes a PDF the new version of a locked form. Fields that the new pages have no room for are removed.
 * @returns the id of the former version's file, which documents may still use; null if the form had none
 */
export async function useNewPdf(
  db: Database,
  id: string,
  { file, fields: own, sizes }: NewPdf,
): Promise<string | null> {
  const { fields, file_version, file_id } = await getGlobalForm(db, id)
  const kept = fields.filter((field) => fieldProblems([field], sizes).length === 0)
  await updateGlobalForm(db, id, {
    file_id: file.id,
    file_version: file_version + 1,
    fields: JSON.stringify(fields.length === 0 ? own : kept),
  })
  return file_id
}

export const lockFormToCheck = (db: Database, id: string): Promise<void> => lockGlobalForm(db, id)

/**
 * Gives a locked form the PDF that was checked in the background.
 * @param pdf `replaces`: the form had one before
 * @returns as `useNewPdf`
 */
export async function acceptFormPdf(
  db: Database,
  id: string,
  pdf: NewPdf & { replaces: boolean },
): Promise<string | null> {
  const detail = `file ${pdf.file.id}`
  if (pdf.replaces) {
    const former = await useNewPdf(db, id, pdf)
    await recordSystemEvent(db, { action: 'form.file-replaced', subjectId: id, fields: ['file'], detail })
    return former
  }
  const { requires_signature } = await getGlobalForm(db, id)
  const fields = requires_signature ? { fields: JSON.stringify(pdf.fields) } : {}
  await updateGlobalForm(db, id, { file_id: pdf.file.id, ...fields })
  await recordSystemEvent(db, { action: 'form.pdf-accepted', subjectId: id, detail })
  return null
}

export const recordFormRefusal = (db: Database, id: string): Promise<void> =>
  recordSystemEvent(db, { action: 'form.pdf-refused', subjectId: id })
