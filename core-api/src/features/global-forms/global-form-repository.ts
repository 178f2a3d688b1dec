import type { GlobalForm, UpdateGlobalForm } from 'contract/global-forms'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

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
      'files.pages',
    ])
    .select(sql<boolean>`file_id is not null`.as('has_file'))
}

/** The library, in the order of its folders and titles. */
export function listGlobalForms(db: Database): Promise<GlobalForm[]> {
  return globalForms(db)
    .orderBy(sql`folder collate "und-x-icu" nulls first, title collate "und-x-icu" nulls last, global_forms.id`)
    .limit(5_000)
    .execute()
}

export function findGlobalForm(db: Database, id: string) {
  return globalForms(db).where('global_forms.id', '=', id).executeTakeFirst()
}

export async function insertGlobalForm(db: Database, row: Insertable<Schema['global_forms']>): Promise<void> {
  await db.insertInto('global_forms').values(row).execute()
}

/** @returns whether there is such a form */
export async function updateGlobalForm(db: Database, id: string, changes: UpdateGlobalForm): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('global_forms')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
