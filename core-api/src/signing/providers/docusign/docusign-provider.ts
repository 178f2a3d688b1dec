import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { ConnectableProvider, EsignProvider, TemplateDescription } from '../esign-provider.ts'
import { type Clock, DocusignClient, systemClock } from './docusign-client.ts'
import { docusignRedirectSigning } from './docusign-envelopes.ts'
import { isRefusal } from './docusign-failure.ts'
import {
  type DocusignSettings,
  DocusignVariables,
  docusignVariableProblems,
  docusignVariables,
  readDocusignSettings,
} from './docusign-settings.ts'

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

export const docusign = {
  settings: docusignVariables,
  settingProblems: docusignVariableProblems,
  connect(config) {
    if (!Value.Check(DocusignVariables, config)) throw new Error('The DOCUSIGN_ settings were not checked')
    const settings = readDocusignSettings(config)
    return settings && docusignProvider(settings)
  },
} satisfies ConnectableProvider

export function docusignProvider(settings: DocusignSettings, clock: Clock = systemClock): EsignProvider {
  const client = new DocusignClient(settings, clock)
  return {
    name: 'docusign',
    owns: (templateId) => templateId.startsWith(prefix),
    listTemplates: () => listTemplates(client),
    readTemplate: (id) => readTemplate(client, bare(id)),
    redirect: docusignRedirectSigning(client, settings),
  }
}

/** A template may have no document, or may be deleted after it was listed. */
const noDocument = new Set([400, 404])

async function readTemplate(client: DocusignClient, id: string): Promise<Uint8Array | null> {
  try {
    return await client.bytes({ path: `/templates/${encodeURIComponent(id)}/documents/combined` }, largestPdf)
  } catch (error) {
    if (isRefusal(error) && noDocument.has(error.status)) return null
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
