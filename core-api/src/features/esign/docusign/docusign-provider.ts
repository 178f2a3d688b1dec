import Type from 'typebox'
import type { EsignProvider, TemplateDescription } from '../esign-provider.ts'
import { DocusignClient } from './docusign-client.ts'
import { remoteEnvelopes } from './docusign-envelopes.ts'
import { isRefusal } from './docusign-failure.ts'
import type { DocusignSettings } from './docusign-settings.ts'

const prefix = 'docusign:'
const templatesAPage = 100

const Line = Type.String()
const Templates = Type.Object({
  envelopeTemplates: Type.Optional(
    Type.Array(
      Type.Object({
        templateId: Line,
        name: Type.Optional(Line),
        folderName: Type.Optional(Line),
        lastModified: Type.Optional(Line),
      }),
    ),
  ),
  nextUri: Type.Optional(Line),
})
/** Signing at DocuSign, with the templates of the agency's own account. */
export function docusignProvider(settings: DocusignSettings, now: () => number = Date.now): EsignProvider {
  const client = new DocusignClient(settings, now)
  return {
    name: 'docusign',
    owns: (templateId) => templateId.startsWith(prefix),
    listTemplates: () => listTemplates(client),
    readTemplate: (id) => readTemplate(client, bare(id)),
    remote: remoteEnvelopes(client, settings),
  }
}

/** A template may be without a document, or go between the list and this. */
const nothingThere = new Set([400, 404])

async function readTemplate(client: DocusignClient, id: string): Promise<Uint8Array | null> {
  try {
    return await client.bytes({ path: `/templates/${encodeURIComponent(id)}/documents/combined` })
  } catch (error) {
    if (isRefusal(error) && nothingThere.has(error.status)) return null
    throw error
  }
}

const bare = (templateId: string) => templateId.slice(prefix.length)

async function* listTemplates(client: DocusignClient): AsyncIterable<TemplateDescription> {
  for (let start = 0; ; start += templatesAPage) {
    const query = { count: String(templatesAPage), start_position: String(start), order_by: 'name' }
    const { envelopeTemplates = [], nextUri } = await client.json({ path: '/templates', query }, Templates)
    for (const { templateId, name, folderName, lastModified } of envelopeTemplates) {
      yield {
        id: `${prefix}${templateId}`,
        title: name || 'Untitled',
        folder: folderName || null,
        modifiedAt: lastModified ?? null,
      }
    }
    if (!nextUri || envelopeTemplates.length === 0) return
  }
}
