import type { GlobalForm, GlobalFormUses } from '@agency/contract/global-forms'
import type { PdfLoss } from '@agency/contract/pdf-checks'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { WrongState } from '../../platform/errors.ts'
import { acceptLosses, dropPdfCheck, queuePdfCheck, requireLossyFile } from '../pdf-checks/pdf-check-service.ts'
import type { UploadedPdf } from '../pdf-checks/pdf-intake.ts'
import { countUses, deleteGlobalForm, lockGlobalForm } from './global-form-repository.ts'
import { type GlobalFormContext, getGlobalForm, recordAccepted } from './global-form-service.ts'
import { useNewPdf } from './global-form-upload.ts'

/** @throws NotFound */
export async function getGlobalFormUses(db: Database, id: string): Promise<GlobalFormUses> {
  await getGlobalForm(db, id)
  return countUses(db, id)
}

/** @throws NotFound; WrongState if a document was made from it, or for a template */
export async function removeGlobalForm(
  { db, files, principal }: Pick<GlobalFormContext, 'db' | 'files' | 'principal'>,
  id: string,
): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    await lockGlobalForm(trx, id)
    const form = await getGlobalForm(trx, id)
    if (form.docusign_template_id !== null)
      throw new WrongState('A template belongs to the e-signature provider. Archive it instead.')
    if ((await countUses(trx, id)).documents > 0)
      throw new WrongState('Documents were made from this form. Archive it instead.')
    await dropPdfCheck(trx, { global_form_id: id })
    await deleteGlobalForm(trx, id)
    await recordEvent(trx, principal, { action: 'form.deleted', subjectId: id, detail: form.title ?? '' })
    return files.forgetUnused(trx, [form.file_id])
  })
  // A file that is left behind here has no row, so the sweep removes it.
  await files.discard(unused)
}

/**
 * Attached documents keep theirs. Checks a large one in the background.
 * @throws NotFound; WrongState; PdfNotAccepted
 */
export async function replaceGlobalFormPdf(
  { db, files, pdfs, principal }: GlobalFormContext,
  id: string,
  pdf: UploadedPdf,
): Promise<GlobalForm> {
  const { requires_signature } = requirePdf(await getGlobalForm(db, id))
  const taken = await pdfs.takeIn(pdf, requires_signature ? 'fill-in' : 'read')
  const sizes = taken.isChecked ? await pdfs.measure(taken.bytes) : []
  const { replaced, unused } = await files.withStored([taken], ([file]) =>
    db.transaction().execute(async (trx) => {
      if (!file) throw new Error('The PDF was not stored')
      await lockGlobalForm(trx, id)
      requirePdf(await getGlobalForm(trx, id))
      let unused: string[] = []
      if (taken.isChecked) {
        await dropPdfCheck(trx, { global_form_id: id })
        await files.describe(trx, file)
        const former = await useNewPdf(trx, id, { file, form: taken.form, sizes })
        unused = await files.forgetUnused(trx, [former])
      } else await queuePdfCheck({ db: trx, files }, { global_form_id: id }, { ...taken, file, replaces: true })
      const action = taken.isChecked ? 'form.file-replaced' : 'form.pdf-uploaded'
      await recordEvent(trx, principal, { action, subjectId: id, fields: ['file'] })
      await recordAccepted({ db: trx, principal }, id, taken)
      return { replaced: await getGlobalForm(trx, id), unused }
    }),
  )
  await files.discard(unused)
  return replaced
}

/** Dismisses a refusal, if there is one. @throws NotFound; WrongState while a check runs, or without another PDF */
export function dismissPdfRefusal(
  { db, principal }: Pick<GlobalFormContext, 'db' | 'principal'>,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockGlobalForm(trx, id)
    const { pdf_check, has_file } = await getGlobalForm(trx, id)
    if (pdf_check === null) return
    if (pdf_check.state === 'checking') throw new WrongState('The new PDF of this form is still being checked.')
    if (!has_file) throw new WrongState('This form has no other PDF. Upload another file, or delete the form.')
    await dropPdfCheck(trx, { global_form_id: id })
    await recordEvent(trx, principal, { action: 'form.refusal-dismissed', subjectId: id })
  })
}

/** @throws NotFound; WrongState if it was not refused for losses that staff may accept */
export function acceptFormLosses(
  { db, principal }: Pick<GlobalFormContext, 'db' | 'principal'>,
  id: string,
  accepted: readonly PdfLoss[],
): Promise<GlobalForm> {
  return db.transaction().execute(async (trx) => {
    await lockGlobalForm(trx, id)
    await getGlobalForm(trx, id)
    await acceptLosses(trx, { global_form_id: id }, accepted)
    const event = { action: 'form.loss-accepted' as const, subjectId: id, detail: accepted.join(', ') }
    await recordEvent(trx, principal, event)
    return getGlobalForm(trx, id)
  })
}

/** @throws NotFound */
export async function readLossyFormFile(
  { db, files, principal }: Pick<GlobalFormContext, 'db' | 'files' | 'principal'>,
  id: string,
) {
  const { title } = await getGlobalForm(db, id)
  const file = await requireLossyFile(db, { global_form_id: id })
  const event = { action: 'form.file-opened' as const, subjectId: id, detail: `refused file ${file}` }
  return { title, ...(await files.open(db, file, () => recordEvent(db, principal, event))) }
}

function requirePdf(form: Awaited<ReturnType<typeof getGlobalForm>>) {
  if (form.type === 'PDF') return form
  throw new WrongState('Only the PDF of a form of this library can be replaced.')
}
