import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { FileDescription, FileService } from '../../platform/file-store/file-service.ts'
import { insertGlobalForm, updateGlobalForm } from './global-form-repository.ts'
import { listTemplateForms, lockTemplates, noteTemplateState } from './template-repository.ts'

/** A template as the library is to have it. */
export interface WantedTemplate {
  id: string
  title: string
  folder: string | null
  /** Of its PDF as the provider gives it, hex. */
  sha256: string
  /** Its PDF, checked and made plain where it is signed here; needed where the library does not have this one yet. */
  file: { bytes: Uint8Array; description: FileDescription } | undefined
  /** The provider's word for its state. */
  modifiedAt: string | null
}

export interface TemplateChanges {
  created: number
  updated: number
  retired: number
}

type Stored = Awaited<ReturnType<typeof listTemplateForms>>[number]

/** For each template that the library has, the SHA-256 of its PDF, and which state of the template that is. */
export async function knownTemplates(db: Database) {
  return new Map(
    (await listTemplateForms(db)).map(({ templateId, sha256, template_modified_at: modifiedAt }) => [
      templateId,
      { sha256, modifiedAt },
    ]),
  )
}

/**
 * Brings the library's templates up to date, in the caller's transaction: each is there once. What staff changed of a
 * title or folder stays until the provider itself gives another title; a template that is gone is offered no more.
 * @param owns whether a template is of the provider that was asked
 */
export async function storeTemplates(
  { db, files }: { db: Database; files: FileService },
  wanted: WantedTemplate[],
  owns: (templateId: string) => boolean,
): Promise<TemplateChanges> {
  await lockTemplates(db)
  const stored = new Map((await listTemplateForms(db)).map((row) => [row.templateId, row]))
  const changes = { created: 0, updated: 0, retired: 0 }
  for (const template of wanted) {
    const row = stored.get(template.id)
    if (!row) changes.created += await addTemplate(db, files, template)
    else changes.updated += await refreshTemplate(db, files, row, template)
  }
  const present = new Set(wanted.map(({ id }) => id))
  for (const { id, templateId, retired_at } of stored.values()) {
    if (retired_at || present.has(templateId) || !owns(templateId)) continue
    await updateGlobalForm(db, id, { retired_at: new Date().toISOString() })
    changes.retired++
  }
  return changes
}

const saveFile = (db: Database, files: FileService, { bytes, description }: NonNullable<WantedTemplate['file']>) =>
  files.save(db, bytes, description)

async function addTemplate(db: Database, files: FileService, template: WantedTemplate): Promise<number> {
  if (!template.file) throw new Error('A new template has no file')
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
    file_id: await saveFile(db, files, template.file),
  })
  return 1
}

async function refreshTemplate(db: Database, files: FileService, row: Stored, template: WantedTemplate) {
  const renamed = row.template_title !== template.title
  const file = row.sha256 === template.sha256 ? undefined : template.file
  if (!renamed && !file && !row.retired_at) {
    if (row.template_modified_at !== template.modifiedAt) await noteTemplateState(db, row.id, template.modifiedAt)
    return 0
  }
  await updateGlobalForm(db, row.id, {
    retired_at: null,
    template_modified_at: template.modifiedAt,
    ...(renamed ? { title: template.title, template_title: template.title } : {}),
    ...(file ? { file_id: await saveFile(db, files, file) } : {}),
  })
  return 1
}
