import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export async function lockTemplates(db: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('global_forms.templates'))`.execute(db)
}

export async function listTemplateForms(db: Database) {
  const rows = await db
    .selectFrom('global_forms')
    .leftJoin('files', 'files.id', 'global_forms.file_id')
    .select([
      'global_forms.id',
      'docusign_template_id',
      'template_title',
      'template_modified_at',
      'retired_at',
      'file_id',
    ])
    .select(sql<string | null>`encode(coalesce(files.original_sha256, files.sha256), 'hex')`.as('sha256'))
    .where('docusign_template_id', 'is not', null)
    .execute()
  return rows.flatMap(({ docusign_template_id, ...row }) =>
    docusign_template_id === null ? [] : [{ ...row, templateId: docusign_template_id }],
  )
}

/** Stores the provider's mark of a template's state. The form's version stays the same. */
export async function noteTemplateState(db: Database, id: string, template_modified_at: string | null): Promise<void> {
  await db.updateTable('global_forms').set({ template_modified_at }).where('id', '=', id).execute()
}
