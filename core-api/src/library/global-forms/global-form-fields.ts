import { type FormField, GlobalFormFields, type ProposedFields } from '@agency/contract/form-fields'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, WrongState } from '../../platform/errors.ts'
import { fieldProblems } from '../form-fields/field-checks.ts'
import { requireChecked } from '../pdf-checks/pdf-check-service.ts'
import { lockGlobalForm, updateGlobalForm } from './global-form-repository.ts'
import { type GlobalFormContext, getGlobalForm } from './global-form-service.ts'

type Form = Awaited<ReturnType<typeof getGlobalForm>>

const toAnswer = ({ fields, field_notes: notes, version }: Form): GlobalFormFields => ({
  success: true,
  fields,
  notes,
  version,
})

/** @throws NotFound */
export async function getGlobalFormFields(db: Database, id: string): Promise<GlobalFormFields> {
  return toAnswer(await getGlobalForm(db, id))
}

/**
 * Proposes fields for what is filled in by hand, beside placed ones.
 * @throws NotFound; WrongState if it is no PDF to sign
 */
export async function proposeGlobalFormFields(
  { db, files, pdfs }: Omit<GlobalFormContext, 'principal'>,
  id: string,
): Promise<ProposedFields> {
  const form = await getGlobalForm(db, id)
  const proposed = await files.use(db, fileToFill(form), (pdf) => pdfs.propose(pdf, form.fields))
  return { success: true, fields: proposed }
}

/** Attached documents keep theirs. @throws NotFound; WrongState; InvalidInput; EditConflict */
export async function changeGlobalFormFields(
  { db, files, pdfs, principal }: GlobalFormContext,
  id: string,
  fields: FormField[],
  baseVersion: number | undefined,
): Promise<GlobalFormFields> {
  // Measured before the form is locked, since it takes long.
  const fileId = fileToFill(await getGlobalForm(db, id))
  const problems = fieldProblems(fields, await files.use(db, fileId, (pdf) => pdfs.measure(pdf)))
  if (problems.length > 0) throw new InvalidInput(problems)
  return db.transaction().execute(async (trx) => {
    await lockGlobalForm(trx, id)
    const current = await getGlobalForm(trx, id)
    if (current.file_id !== fileId)
      throw new WrongState(
        'Someone replaced the PDF of this form while you edited its fields. Reload the form and edit them again.',
      )
    const { field_versions } = current
    const edit = mergeRecordEdit({
      schema: GlobalFormFields,
      current: { ...toAnswer(current), field_versions },
      changes: { fields },
      baseVersion,
    })
    if (edit.fields === undefined) return toAnswer(current)
    await updateGlobalForm(trx, id, { fields: JSON.stringify(fields) })
    await recordEvent(trx, principal, { action: 'form.fields-changed', subjectId: id, fields: ['fields'] })
    return toAnswer(await getGlobalForm(trx, id))
  })
}

function fileToFill(form: Form): string {
  requireChecked(form)
  const { type, requires_signature, file_id } = form
  if (type === 'PDF' && requires_signature && file_id) return file_id
  throw new WrongState('Only a PDF that is to be signed has fields.')
}
