import { createHash } from 'node:crypto'
import type { TemplateSync } from 'contract/esign'
import { recordEvent } from '../audit/audit-service.ts'
import type { GlobalFormContext } from '../global-forms/global-form-service.ts'
import { knownTemplates, storeTemplates, type WantedTemplate } from '../global-forms/template-service.ts'
import type { EsignProvider } from './esign-provider.ts'

/**
 * Pulls the provider's templates into the library. A repeat changes nothing, and two at once are as one.
 * @throws PdfNotAccepted for a template that could not be signed without losing content
 */
export async function syncTemplates(
  { db, files, pdfs, principal }: GlobalFormContext,
  provider: EsignProvider,
): Promise<TemplateSync> {
  const known = await knownTemplates(db)
  const wanted: WantedTemplate[] = []
  for await (const template of provider.listTemplates()) {
    const pdf = await provider.readTemplate(template.id)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const file = known.get(template.id) === sha256 ? undefined : await pdfs.inspect(pdf)
    wanted.push({ ...template, sha256, file })
  }
  const changes = await db.transaction().execute(async (trx) => {
    const stored = await storeTemplates({ db: trx, files }, wanted, provider.owns)
    const detail = `${provider.name}: ${stored.created} created, ${stored.updated} updated, ${stored.retired} retired`
    await recordEvent(trx, principal, { action: 'templates.synced', detail })
    return stored
  })
  return { success: true, message: messageOf(changes), provider: provider.name, ...changes }
}

function messageOf({ created, updated, retired }: Pick<TemplateSync, 'created' | 'updated' | 'retired'>): string {
  if (created + updated + retired === 0) return 'The templates are up to date.'
  return `Templates synced: ${created} added, ${updated} updated, ${retired} retired.`
}
