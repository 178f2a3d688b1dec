import type { PdfLoss, PdfLossOnPage } from '@agency/contract/pdf-checks'
import type { Insertable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { deleteFile } from '../../platform/files/file-repository.ts'

export type PdfCheckTarget = { global_form_id: string } | { session_form_id: string }

export async function insertPdfCheck(db: Database, row: Insertable<Schema['pdf_checks']>): Promise<void> {
  await db.insertInto('pdf_checks').values(row).execute()
}

/** An upload that is to be checked; undefined once it is checked, refused, replaced or deleted. */
export function findUpload(db: Database, id: string) {
  return db
    .selectFrom('pdf_checks')
    .leftJoin('global_forms', 'global_forms.id', 'pdf_checks.global_form_id')
    .leftJoin('session_forms', 'session_forms.id', 'pdf_checks.session_form_id')
    .select(['pdf_checks.id', 'global_form_id', 'session_form_id', 'replaces', 'make_smaller', 'accepted_losses'])
    .select('pdf_checks.file_id')
    .select(({ fn }) =>
      fn.coalesce('global_forms.requires_signature', 'session_forms.requires_signature').as('is_to_sign'),
    )
    .where('pdf_checks.id', '=', id)
    .where('pdf_checks.refusal', 'is', null)
    .$narrowType<{ file_id: string }>()
    .executeTakeFirst()
}

/** @returns the number of such attempts, or 0 if the check has ended */
export async function countFailedAttempt(db: Database, id: string): Promise<number> {
  const counted = await db
    .updateTable('pdf_checks')
    .set(({ eb }) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('id', '=', id)
    .where('refusal', 'is', null)
    .returning('failed_attempts')
    .executeTakeFirst()
  return counted?.failed_attempts ?? 0
}

/** Ends the check of an accepted upload. Lock what it is for first. @returns whether it was still to be done */
export async function endPdfCheck(db: Database, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('pdf_checks').where('id', '=', id).where('refusal', 'is', null)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** Why an upload is refused. `losses`: what staff may accept to use it, so its file is kept. */
export interface Refusal {
  message: string
  losses: readonly PdfLossOnPage[]
}

/** Ends a check with a refusal. Lock what it is for first. @returns whether it was still to be done */
export async function refuseUpload(db: Database, id: string, { message, losses }: Refusal): Promise<boolean> {
  const kept = losses.length > 0 ? { losses: JSON.stringify(losses) } : { file_id: null }
  const refused = db
    .updateTable('pdf_checks')
    .set({ ...kept, refusal: message })
    .where('id', '=', id)
  return (await refused.where('refusal', 'is', null).executeTakeFirst()).numUpdatedRows > 0n
}

export function findLossy(db: Database, target: PdfCheckTarget) {
  const [column, of] = columnOf(target)
  return db
    .selectFrom('pdf_checks')
    .select(['id', 'file_id', 'accepted_losses'])
    .where(column, '=', of)
    .where('losses', 'is not', null)
    .$narrowType<{ file_id: string }>()
    .executeTakeFirst()
}

export async function reopenUpload(db: Database, id: string, accepted: readonly PdfLoss[]): Promise<void> {
  const accepted_losses = JSON.stringify(accepted)
  const reopened = { refusal: null, losses: null, failed_attempts: 0, accepted_losses }
  await db.updateTable('pdf_checks').set(reopened).where('id', '=', id).execute()
}

/** The sweep moves the bytes to the trash. */
export async function dropPdfCheck(db: Database, target: PdfCheckTarget): Promise<void> {
  const [column, id] = columnOf(target)
  const deleted = await db.deleteFrom('pdf_checks').where(column, '=', id).returning('file_id').executeTakeFirst()
  if (deleted?.file_id) await deleteFile(db, deleted.file_id)
}

const columnOf = (target: PdfCheckTarget) =>
  'global_form_id' in target
    ? (['global_form_id', target.global_form_id] as const)
    : (['session_form_id', target.session_form_id] as const)
