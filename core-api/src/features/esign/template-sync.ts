import { createHash } from 'node:crypto'
import type { TemplateSync } from '@agency/contract/esign'
import { recordEvent } from '../audit/audit-service.ts'
import type { GlobalFormContext } from '../global-forms/global-form-service.ts'
import { knownTemplates, storeTemplates, type WantedTemplate } from '../global-forms/template-service.ts'
import type { EsignProvider, TemplateDescription } from './providers/esign-provider.ts'

/** Templates that are read at the same time, far below the provider's rate limit. */
const atOnce = 4

/**
 * Copies the provider's templates into the library. Idempotent, also for concurrent calls.
 * @throws PdfNotAccepted for a template that could not be signed without losing content
 */
export async function syncTemplates(
  { db, files, pdfs, principal }: GlobalFormContext,
  provider: EsignProvider,
): Promise<TemplateSync> {
  const known = await knownTemplates(db)
  const listed: TemplateDescription[] = []
  for await (const template of provider.listTemplates()) listed.push(template)
  const read = await readSome(listed, async (template): Promise<WantedTemplate | null> => {
    const stored = known.get(template.id)
    if (stored?.sha256 && template.modifiedAt !== null && stored.modifiedAt === template.modifiedAt) {
      return { ...template, sha256: stored.sha256, file: undefined }
    }
    const bytes = await provider.readTemplate(template.id)
    if (!bytes) return null
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (stored?.sha256 === sha256) return { ...template, sha256, file: undefined }
    // With redirect signing the file is only shown here, so it need not be one that can be sealed.
    const file = provider.redirect ? { bytes, description: { mimeType: 'application/pdf' } } : await pdfs.inspect(bytes)
    return { ...template, sha256, file }
  })
  const wanted = read.filter((template) => template !== null)
  const changes = await storeTemplates(
    { db, files },
    {
      wanted,
      owns: provider.owns,
      record: (trx, { created, updated, retired }) => {
        const detail = `${provider.name}: ${created} created, ${updated} updated, ${retired} retired`
        return recordEvent(trx, principal, { action: 'templates.synced', detail })
      },
    },
  )
  return {
    success: true,
    message: messageOf(changes, read.length - wanted.length),
    provider: provider.name,
    ...changes,
  }
}

/** Reads all, a few at a time. @returns the results in order */
async function readSome<T, R>(items: T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(read))))
  }
  return results
}

function messageOf(
  { created, updated, retired }: Pick<TemplateSync, 'created' | 'updated' | 'retired'>,
  empty: number,
): string {
  const leftOut = empty === 0 ? '' : ` ${empty} without a document ${empty === 1 ? 'was' : 'were'} left out.`
  if (created + updated + retired === 0) return `The templates are up to date.${leftOut}`
  return `Templates synced: ${created} added, ${updated} updated, ${retired} retired.${leftOut}`
}
