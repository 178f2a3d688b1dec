import type { GlobalForm, GlobalFormUses } from '@agency/contract/global-forms'
import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { isOpen } from '../../platform/database/envelope-conditions.ts'
import { pdfCheckState } from '../../platform/database/pdf-check-state.ts'
import type { Schema } from '../../platform/database/schema.ts'

function globalForms(db: Database) {
  return db
    .selectFrom('global_forms')
    .leftJoin('files', 'files.id', 'global_forms.file_id')
    .leftJoin('pdf_checks', 'pdf_checks.global_form_id', 'global_forms.id')
    .select([
      'global_forms.id',
      'title',
      'type',
      'source',
      'notes',
      'folder',
      'requires_signature',
      'reading',
      'docusign_template_id',
      'global_forms.file_id',
      'global_forms.created_at',
      'file_version',
      'archived_at',
      'global_forms.version',
      'global_forms.field_versions',
      'files.pages',
      'files.losses',
    ])
    .select([sql<boolean>`global_forms.file_id is not null`.as('has_file'), pdfCheckState.as('pdf_check')])
}

/** The library by folder and title, without retired templates. @param archived the archived forms, or the others */
export function listGlobalForms(db: Database, archived = false): Promise<GlobalForm[]> {
  return globalForms(db)
    .where('retired_at', 'is', null)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy(sql`folder collate "und-x-icu" nulls first, title collate "und-x-icu" nulls last, global_forms.id`)
    .limit(5_000)
    .execute()
}

export function findGlobalForm(db: Database, id: string) {
  return globalForms(db)
    .select(['fields', 'field_notes', 'retired_at'])
    .where('global_forms.id', '=', id)
    .executeTakeFirst()
}

export function findFormOfTemplate(db: Database, templateId: string) {
  return globalForms(db)
    .select(['fields', 'field_notes'])
    .where('docusign_template_id', '=', templateId)
    .executeTakeFirst()
}

export async function keepFormOfTemplate(db: Transaction, templateId: string): Promise<void> {
  await db.selectFrom('global_forms').select('id').where('docusign_template_id', '=', templateId).forShare().execute()
}

/** Replaces a file by another; the versions of the forms stay the same. */
export async function replaceGlobalFormFile(db: Database, from: string, to: string): Promise<void> {
  await db.updateTable('global_forms').set({ file_id: to }).where('file_id', '=', from).execute()
}

export async function lockGlobalForm(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('global_forms').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Keeps the form and its file unchanged until the transaction ends. Several transactions may do so at a time. */
export async function keepGlobalForm(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('global_forms').select('id').where('id', '=', id).forShare().execute()
}

export async function insertGlobalForm(db: Database, row: Insertable<Schema['global_forms']>): Promise<void> {
  await db.insertInto('global_forms').values(row).execute()
}

/** How many documents were made from a form, how many of them are open, and the presets that contain it. */
export function countUses(db: Database, id: string): Promise<GlobalFormUses> {
  const presets = sql<string[]>`coalesce((SELECT array_agg(name ORDER BY name) FROM form_presets
    JOIN form_preset_forms ON preset_id = form_presets.id WHERE form_preset_forms.form_id = ${id}), '{}')`
  return db
    .selectFrom('session_forms')
    .select(sql<number>`count(*)::int`.as('documents'))
    .select(sql<number>`count(*) FILTER (WHERE ${isOpen})::int`.as('open'))
    .select(presets.as('presets'))
    .where('form_id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function deleteGlobalForm(db: Database, id: string): Promise<void> {
  await db.deleteFrom('global_forms').where('id', '=', id).execute()
}

export async function updateGlobalForm(
  db: Database,
  id: string,
  changes: Updateable<Schema['global_forms']>,
): Promise<void> {
  await db
    .updateTable('global_forms')
    .set({ ...changes, ...nextVersion(Object.keys(changes)) })
    .where('id', '=', id)
    .execute()
}
