import type { GlobalForm } from '@agency/contract/global-forms'
import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

function globalForms(db: Database) {
  return db
    .selectFrom('global_forms')
    .leftJoin('files', 'files.id', 'global_forms.file_id')
    .select([
      'global_forms.id',
      'title',
      'type',
      'source',
      'notes',
      'folder',
      'requires_signature',
      'docusign_template_id',
      'file_id',
      'global_forms.created_at',
      'global_forms.version',
      'global_forms.field_versions',
      'files.pages',
    ])
    .select(sql<boolean>`file_id is not null`.as('has_file'))
}

/** The library by folder and title, without retired templates. */
export function listGlobalForms(db: Database): Promise<GlobalForm[]> {
  return globalForms(db)
    .where('retired_at', 'is', null)
    .orderBy(sql`folder collate "und-x-icu" nulls first, title collate "und-x-icu" nulls last, global_forms.id`)
    .limit(5_000)
    .execute()
}

export function findGlobalForm(db: Database, id: string) {
  return globalForms(db).select('fields').where('global_forms.id', '=', id).executeTakeFirst()
}

/** The form of a template of the signing provider. */
export function findFormOfTemplate(db: Database, templateId: string) {
  return globalForms(db).select('fields').where('docusign_template_id', '=', templateId).executeTakeFirst()
}

/** Replaces a file by another; the versions of the forms stay the same. */
export async function replaceGlobalFormFile(db: Database, from: string, to: string): Promise<void> {
  await db.updateTable('global_forms').set({ file_id: to }).where('file_id', '=', from).execute()
}

/** Locks the form until the transaction ends. */
export async function lockGlobalForm(db: Database, id: string): Promise<void> {
  await db.selectFrom('global_forms').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function insertGlobalForm(db: Database, row: Insertable<Schema['global_forms']>): Promise<void> {
  await db.insertInto('global_forms').values(row).execute()
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
