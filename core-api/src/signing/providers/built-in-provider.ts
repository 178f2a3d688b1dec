import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EsignProvider, TemplateDescription } from './esign-provider.ts'

const prefix = 'built-in:'
const directory = join(import.meta.dirname, 'templates')

const samples: (Omit<TemplateDescription, 'modifiedAt'> & { file: string })[] = [
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
  for (const { id, title, folder } of samples) yield { id, title, folder, modifiedAt: null }
}

async function readSample(id: string): Promise<Uint8Array> {
  const sample = samples.find((template) => template.id === id)
  if (!sample) throw new Error('Unknown sample template')
  return readFile(join(directory, sample.file))
}

/** Signing in this product: an envelope is only a row in the database. */
export const builtInProvider: EsignProvider = {
  name: 'built-in',
  owns: (templateId) => templateId.startsWith(prefix),
  listTemplates: listSamples,
  readTemplate: readSample,
  redirect: null,
}
