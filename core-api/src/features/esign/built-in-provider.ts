import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EsignProvider, TemplateDescription } from './esign-provider.ts'

const prefix = 'built-in:'
const directory = join(import.meta.dirname, '../../demo/forms')

/** The product's sample templates. */
const samples: (TemplateDescription & { file: string })[] = [
  {
    id: `${prefix}broker-of-record`,
    title: 'Agent of Record Authorization',
    folder: 'Templates',
    file: 'broker-of-record.pdf',
  },
  {
    id: `${prefix}contact-authorization`,
    title: 'Autorización para comunicarnos con usted',
    folder: 'Templates',
    file: 'consentimiento.pdf',
  },
  { id: `${prefix}coverage-review`, title: 'Annual Coverage Review', folder: 'Templates', file: 'needs-review.pdf' },
]

async function* listSamples(): AsyncIterable<TemplateDescription> {
  for (const { id, title, folder } of samples) yield { id, title, folder }
}

async function readSample(id: string): Promise<Uint8Array> {
  const sample = samples.find((template) => template.id === id)
  if (!sample) throw new Error('There is no such sample template')
  return readFile(join(directory, sample.file))
}

/**
 * Signing within the product. What other providers keep elsewhere is stored here already: there is nothing to make, to
 * ask or to end beyond the envelope's own row.
 */
export const builtInProvider: EsignProvider = {
  name: 'built-in',
  owns: (templateId) => templateId.startsWith(prefix),
  listTemplates: listSamples,
  readTemplate: readSample,
  createEnvelope: async () => undefined,
  signingView: async () => ({ kind: 'embedded' }),
  fetchState: async ({ status }) => status,
  voidEnvelope: async () => undefined,
}
