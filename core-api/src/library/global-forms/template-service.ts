import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import { insertGlobalForm, updateGlobalForm } from './global-form-repository.ts'
import { listTemplateForms, lockTemplates, noteTemplateState } from './template-repository.ts'

export interface WantedTemplate {
  id: string
  title: string
  folder: string | null
  /** Hash of the provider's PDF, hex. */
  sha256: string
  /** The template's PDF, stored without a row; required if the library does not have it yet. */
  file: StoredFile | undefined
  /** The provider's own mark of the template's state. */
  modifiedAt: string | null
}

export interface TemplateChanges {
  created: number
  updated: number
  retired: number
}

type Stored = Awaited<ReturnType<typeof listTemplateForms>>[number]

export async function knownTemplates(db: Database) {
  return new Map(
    (await listTemplateForms(db)).map(({ templateId, sha256, template_modified_at: modifiedAt }) => [
      templateId,
      { sha256, modifiedAt },
    ]),
  )
}

interface TemplateUpdate {
  wanted: WantedTemplate[]
  /** Whether a template that is not wanted is retired: not one of another provider, or one that could not be read. */
  retires: (templateId: string) => boolean
  /** Writes the result to the audit trail, in the same transaction. */
  record: (trx: Transaction, changes: TemplateChanges) => Promise<void>
}

/**
 * Brings each template up to date once; concurrent calls wait. A title or folder that staff have changed stays until
 * the provider gives another title. Gives the PDFs that are used their rows; the caller discards the others.
 */
export async function storeTemplates(
  { db, files }: { db: Database; files: FileService },
  { wanted, retires, record }: TemplateUpdate,
): Promise<TemplateChanges> {
  const { changes, unused } = await db.transaction().execute(async (trx) => {
    await lockTemplates(trx)
    const { formerFiles, ...changes } = await applyTemplates({ db: trx, files }, wanted, retires)
    await record(trx, changes)
    return { changes, unused: await files.forgetUnused(trx, formerFiles) }
  })
  await files.discard(unused)
  return changes
}

/** @returns also the ids of the files that forms had before, which documents may still use */
async function applyTemplates(
  { db, files }: { db: Database; files: FileService },
  templates: WantedTemplate[],
  retires: (templateId: string) => boolean,
): Promise<TemplateChanges & { formerFiles: (string | null)[] }> {
  const rows = new Map((await listTemplateForms(db)).map((row) => [row.templateId, row]))
  const changes = { created: 0, updated: 0, retired: 0, formerFiles: [] as (string | null)[] }
  for (const template of templates) {
    const row = rows.get(template.id)
    if (!row) changes.created += await addTemplate(db, files, template)
    else changes.updated += await refreshTemplate(db, files, row, template)
    if (row && newFileOf(row, template)) changes.formerFiles.push(row.file_id)
  }
  const present = new Set(templates.map(({ id }) => id))
  for (const { id, templateId, retired_at } of rows.values()) {
    if (retired_at || present.has(templateId) || !retires(templateId)) continue
    await updateGlobalForm(db, id, { retired_at: new Date().toISOString() })
    changes.retired++
  }
  return changes
}

async function addTemplate(db: Database, files: FileService, template: WantedTemplate): Promise<number> {
  if (!template.file) throw new Error('A new template has no file')
  await files.describe(db, template.file)
  await insertGlobalForm(db, {
    id: uuid(),
    title: template.title,
    type: 'DocuSign',
    folder: template.folder,
    notes: null,
    source: null,
    requires_signature: true,
    docusign_template_id: template.id,
    template_title: template.title,
    template_modified_at: template.modifiedAt,
    retired_at: null,
    file_id: template.file.id,
  })
  return 1
}

const newFileOf = ({ sha256 }: Stored, template: WantedTemplate): StoredFile | undefined =>
  sha256 === template.sha256 ? undefined : template.file

async function refreshTemplate(db: Database, files: FileService, row: Stored, template: WantedTemplate) {
  const renamed = row.template_title !== template.title
  const file = newFileOf(row, template)
  if (!renamed && !file && !row.retired_at) {
    if (row.template_modified_at !== template.modifiedAt) await noteTemplateState(db, row.id, template.modifiedAt)
    return 0
  }
  if (file) await files.describe(db, file)
  await updateGlobalForm(db, row.id, {
    retired_at: null,
    template_modified_at: template.modifiedAt,
    ...(renamed ? { title: template.title, template_title: template.title } : {}),
    ...(file ? { file_id: file.id } : {}),
  })
  return 1
}
