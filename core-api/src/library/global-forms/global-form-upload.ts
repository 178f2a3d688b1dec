import type { FormField } from '@agency/contract/form-fields'
import type { PageSize } from '@agency/pdf-signing/page-sizes'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { StoredFile } from '../../platform/files/file-service.ts'
import { fieldProblems } from '../form-fields/field-checks.ts'
import { type ImportedForm, storedForm } from '../form-fields/imported-form.ts'
import { lockGlobalForm, updateGlobalForm } from './global-form-repository.ts'
import { getGlobalForm } from './global-form-service.ts'

export interface NewPdf {
  file: StoredFile
  form: ImportedForm
  sizes: PageSize[]
}

/** Fields of its own form are added where there are none. @returns the former file's id, which documents may use */
export async function useNewPdf(db: Database, id: string, { file, form: own, sizes }: NewPdf): Promise<string | null> {
  const { fields, file_version, file_id } = await getGlobalForm(db, id)
  const kept = fields.filter((field) => fieldProblems([field], sizes).length === 0)
  await updateGlobalForm(db, id, {
    file_id: file.id,
    file_version: file_version + 1,
    ...storedForm(
      fields.length === 0 ? own : { fields: [...kept, ...filledBeside(own.fields, kept)], notes: own.notes },
    ),
  })
  return file_id
}

const filledBeside = (own: readonly FormField[], kept: readonly FormField[]): FormField[] =>
  own.filter((field) => field.preset !== undefined && !kept.some((other) => overlaps(field, other)))

const overlaps = (a: FormField, b: FormField): boolean =>
  a.page === b.page && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export const lockFormToCheck = (db: Transaction, id: string): Promise<void> => lockGlobalForm(db, id)

/** @param pdf `replaces`: the form had one before. `lost`: what it lacks of the upload @returns as `useNewPdf` */
export async function acceptFormPdf(
  db: Database,
  id: string,
  pdf: NewPdf & { replaces: boolean; lost: string },
): Promise<string | null> {
  const detail = [`file ${pdf.file.id}`, pdf.lost].filter(Boolean).join('; ')
  if (pdf.replaces) {
    const former = await useNewPdf(db, id, pdf)
    await recordSystemEvent(db, { action: 'form.file-replaced', subjectId: id, fields: ['file'], detail })
    return former
  }
  const { requires_signature } = await getGlobalForm(db, id)
  const fields = requires_signature ? storedForm(pdf.form) : {}
  await updateGlobalForm(db, id, { file_id: pdf.file.id, ...fields })
  await recordSystemEvent(db, { action: 'form.pdf-accepted', subjectId: id, detail })
  return null
}

export const recordFormRefusal = (db: Database, id: string): Promise<void> =>
  recordSystemEvent(db, { action: 'form.pdf-refused', subjectId: id })
