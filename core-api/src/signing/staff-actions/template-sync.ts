import { createHash } from 'node:crypto'
import type { TemplateSync } from '@agency/contract/esign'
import type { GlobalFormContext } from '../../library/global-forms/global-form-service.ts'
import {
  knownTemplates,
  storeTemplates,
  type TemplateChanges,
  type WantedTemplate,
} from '../../library/global-forms/template-service.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { EsignFailed, PdfNotAccepted } from '../../platform/errors.ts'
import type { FileContent, StoredFile } from '../../platform/files/file-service.ts'
import type { EsignProvider, TemplateDescription } from '../providers/esign-provider.ts'

/** Templates that are read at the same time, far below the provider's rate limit. Their PDFs are held in memory. */
const atOnce = 4
/** Consecutive failures after which the provider counts as down and the sync ends. */
const mostFailures = 12

interface ReadTemplates {
  wanted: WantedTemplate[]
  empty: number
  failed: FailedTemplate[]
}

interface FailedTemplate {
  id: string
  title: string
  error: EsignFailed | PdfNotAccepted
}

/** Idempotent. A template that fails stays as it is; the message names it. @throws EsignFailed; PdfNotAccepted */
export async function syncTemplates(
  { db, files, pdfs, principal }: GlobalFormContext,
  provider: EsignProvider,
): Promise<TemplateSync> {
  const known = await knownTemplates(db)
  const listed: TemplateDescription[] = []
  for await (const template of provider.listTemplates()) listed.push(template)
  return files.storing(async (store) => {
    const read = await readAll(listed, (template) => readTemplate({ provider, pdfs, known, store }, template))
    const failed = new Set(read.failed.map(({ id }) => id))
    const changes = await storeTemplates(
      { db, files },
      {
        wanted: read.wanted,
        retires: (id) => provider.owns(id) && !failed.has(id),
        record: (trx, { created, updated, retired }) => {
          const detail = `${provider.name}: ${created} created, ${updated} updated, ${retired} retired`
          return recordEvent(trx, principal, { action: 'templates.synced', detail })
        },
      },
    )
    return { success: true, message: messageOf(changes, read), provider: provider.name, ...changes }
  })
}

interface ReadContext {
  provider: EsignProvider
  pdfs: GlobalFormContext['pdfs']
  known: Awaited<ReturnType<typeof knownTemplates>>
  store: (content: FileContent) => Promise<StoredFile>
}

/** Stores the PDF of a template if the library does not have it yet. @returns null for a template without a document */
async function readTemplate(
  { provider, pdfs, known, store }: ReadContext,
  template: TemplateDescription,
): Promise<WantedTemplate | null> {
  const stored = known.get(template.id)
  if (stored?.sha256 && template.modifiedAt !== null && stored.modifiedAt === template.modifiedAt) {
    return { ...template, sha256: stored.sha256, file: undefined }
  }
  const bytes = await provider.readTemplate(template.id)
  if (!bytes) return null
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (stored?.sha256 === sha256) return { ...template, sha256, file: undefined }
  // With redirect signing the file is only shown here, so it need not be one that can be sealed.
  const content = provider.redirect
    ? { bytes, description: { mimeType: 'application/pdf' } }
    : await pdfs.inspect(bytes)
  return { ...template, sha256, file: await store(content) }
}

/** Reads all, a few at a time. @throws the first failure if no template can be read */
async function readAll(
  listed: TemplateDescription[],
  read: (template: TemplateDescription) => Promise<WantedTemplate | null>,
): Promise<ReadTemplates> {
  const result: ReadTemplates = { wanted: [], empty: 0, failed: [] }
  let inARow = 0
  let last: FailedTemplate['error'] | undefined
  const readOne = async (template: TemplateDescription) => {
    try {
      if (last && inARow >= mostFailures) throw last
      const found = await read(template)
      inARow = 0
      if (found) result.wanted.push(found)
      else result.empty += 1
    } catch (error) {
      if (!(error instanceof EsignFailed || error instanceof PdfNotAccepted)) throw error
      inARow = error instanceof EsignFailed ? inARow + 1 : 0
      last = error
      result.failed.push({ id: template.id, title: template.title, error })
    }
  }
  for (let start = 0; start < listed.length; start += atOnce) {
    const ends = await Promise.allSettled(listed.slice(start, start + atOnce).map(readOne))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  const [first] = result.failed
  if (first && result.failed.length === listed.length) throw first.error
  return result
}

function messageOf(changes: TemplateChanges, { empty, failed }: ReadTemplates): string {
  const [first] = failed
  const leftOut = empty === 0 ? '' : ` ${empty} without a document ${empty === 1 ? 'was' : 'were'} left out.`
  const notRead = first ? ` ${failed.length} could not be read, such as “${first.title}”: ${first.error.message}` : ''
  return outcomeOf(changes, failed.length > 0) + leftOut + notRead
}

function outcomeOf({ created, updated, retired }: TemplateChanges, hasFailed: boolean): string {
  if (created + updated + retired > 0) {
    return `Templates synced: ${created} added, ${updated} updated, ${retired} retired.`
  }
  return hasFailed ? 'No template was changed.' : 'The templates are up to date.'
}
