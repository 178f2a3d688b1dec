import type { Insertable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { deleteFile } from '../../platform/file-store/file-repository.ts'

/** The target of an upload: a form of the library, or a document of a session. */
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
    .select(['pdf_checks.id', 'global_form_id', 'session_form_id', 'replaces', 'make_smaller', 'pdf_checks.file_id'])
    .select(({ fn }) =>
      fn.coalesce('global_forms.requires_signature', 'session_forms.requires_signature').as('is_to_sign'),
    )
    .where('pdf_checks.id', '=', id)
    .where('pdf_checks.file_id', 'is not', null)
    .$narrowType<{ file_id: string }>()
    .executeTakeFirst()
}

/**
 * Counts an attempt in which a PDF process failed with the upload.
 * @returns the number of such attempts, or 0 if the check has ended
 */
export async function countFailedAttempt(db: Database, id: string): Promise<number> {
  const counted = await db
    .updateTable('pdf_checks')
    .set(({ eb }) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('id', '=', id)
    .where('file_id', 'is not', null)
    .returning('failed_attempts')
    .executeTakeFirst()
  return counted?.failed_attempts ?? 0
}

/** Ends the check of an accepted upload. Lock what it is for first. @returns whether it was still to be done */
export async function endPdfCheck(db: Database, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('pdf_checks').where('id', '=', id).where('file_id', 'is not', null)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** Ends a check with a refusal. Lock what it is for first. @returns whether it was still to be done */
export async function refuseUpload(db: Database, id: string, refusal: string): Promise<boolean> {
  const refused = db.updateTable('pdf_checks').set({ file_id: null, refusal }).where('id', '=', id)
  return (await refused.where('file_id', 'is not', null).executeTakeFirst()).numUpdatedRows > 0n
}

/**
 * Deletes the check of a form or a document that is deleted or gets another PDF, with the row of its upload. The sweep
 * moves the bytes to the trash.
 */
export async function dropPdfCheck(db: Database, target: PdfCheckTarget): Promise<void> {
  const [column, id] =
    'global_form_id' in target
      ? (['global_form_id', target.global_form_id] as const)
      : (['session_form_id', target.session_form_id] as const)
  const deleted = await db.deleteFrom('pdf_checks').where(column, '=', id).returning('file_id').executeTakeFirst()
  if (deleted?.file_id) await deleteFile(db, deleted.file_id)
}
