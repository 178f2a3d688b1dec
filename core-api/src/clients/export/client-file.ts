import { Readable } from 'node:stream'
import { clientCards, clientFields } from '@agency/contract/client-fields'
import { importHeading } from '@agency/contract/client-imports'
import type { ClientNote } from '@agency/contract/client-notes'
import type { ClientRecord } from '@agency/contract/clients'
import { writtenDate } from '@agency/contract/field-values'
import { policyNumbers } from '@agency/contract/policies'
import { sensitiveFields } from '@agency/contract/sensitive-fields'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import type { PrintedRecord } from '@agency/pdf-signing/print-record'
import { exportTrail, type ExportContext as TrailContext } from '../../audit/export/audit-export.ts'
import { numberedNames } from '../../platform/files/archive-names.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { streamZip, type ZipPart } from '../../platform/files/zip-stream.ts'
import { listStoredDocuments, type StoredDocument } from '../documents/document-service.ts'
import { getNotes } from '../notes/note-service.ts'
import { type NamedPolicy, readPolicies } from '../policies/policy-service.ts'
import { readClient, readTags } from '../record/client-service.ts'
import { recordReveal, requireReason } from '../record/reveal-audit.ts'
import { exportedText, exportedValue } from './exported-text.ts'
import { policyRows } from './policy-table.ts'
import type { ExportContext } from './table.ts'

interface ClientFileContext extends ExportContext {
  files: FileService
  pdfWorker: PdfWorker
  agencyName: string
  /** Undefined for those who may not read the trail: they get the other parts. */
  trail: TrailContext | undefined
}

type FiledDocument = StoredDocument & { file: string }

/** Audited with the fields that it shows. @throws NotFound; InvalidInput without the required reason; TooManyRecords */
export async function openClientFile(
  context: ClientFileContext,
  id: string,
): Promise<{ name: string; content: Readable }> {
  const { db, cipher, principal, recordReads, files, trail } = context
  requireReason(principal)
  await recordReads.count(principal, id)
  const record = { ...(await readClient(context, id)), cvc: null }
  const policies = await readPolicies(context, 'client_id', [id])
  const notes = await readNotes(context, id)
  const tags = await readTags(db, id)
  const documents = namedDocuments(await listStoredDocuments({ db, cipher }, id))
  const madeAt = new Date()
  const pdf = await context.pdfWorker.print(
    printedRecord({ agency: context.agencyName, madeAt }, { record, tags, policies, notes }),
  )
  await recordReveal(context, {
    action: 'client.file-downloaded',
    clientId: id,
    fields: filledFields(record, policies),
  })
  const json = {
    made_at: madeAt.toISOString(),
    client: record,
    tags,
    policies,
    notes,
    documents: documents.map(described),
  }
  const part = (name: string, open: ZipPart['open']): ZipPart => ({ name, modified: madeAt, open })
  const { content } = streamZip([
    part('record.json', async () => Readable.from([`${JSON.stringify(json, null, 2)}\n`])),
    part('record.pdf', async () => Readable.from([Buffer.from(pdf)])),
    ...documents.map(({ file, file_id, file_size, uploaded_at }) => ({
      name: file,
      size: file_size,
      modified: new Date(uploaded_at),
      open: async () => (await files.open(db, file_id)).content,
    })),
    ...(trail ? [part('trail.jsonl', async () => exportTrail(trail, id))] : []),
  ])
  return { name: `Client ${nameOf(record) || id}.zip`, content }
}

const nameOf = ({ client_first_name, client_last_name }: ClientRecord): string =>
  [client_first_name, client_last_name].filter(Boolean).join(' ')

async function readNotes(context: ClientFileContext, id: string): Promise<ClientNote[]> {
  const read: ClientNote[] = []
  for (;;) {
    const { notes, more } = await getNotes(context, id, read.length)
    read.push(...notes)
    if (!more) return read
  }
}

function namedDocuments(documents: StoredDocument[]): FiledDocument[] {
  const [sealed, uploaded] = [
    documents.filter(({ envelope_id }) => envelope_id !== null),
    documents.filter(({ envelope_id }) => envelope_id === null),
  ]
  const inFolder = (folder: string, all: StoredDocument[]) => {
    const names = numberedNames(all.map(({ file_name }) => file_name))
    return all.map((document, at) => ({ ...document, file: `${folder}/${names[at]}` }))
  }
  return [...inFolder('documents', uploaded), ...inFolder('sealed', sealed)]
}

const described = ({ client_id: _client, file_id: _file, version: _version, ...document }: FiledDocument) => document

const filledFields = (record: ClientRecord, policies: readonly NamedPolicy[]) => [
  ...[...sensitiveFields].filter((name) => record[name] !== null),
  ...policyNumbers.filter((name) => policies.some((policy) => policy[name] !== null)),
]

type Rows = PrintedRecord['sections'][number]['rows']

function printedRecord(
  { agency, madeAt }: { agency: string; madeAt: Date },
  {
    record,
    tags,
    policies,
    notes,
  }: { record: ClientRecord; tags: string[]; policies: NamedPolicy[]; notes: ClientNote[] },
): PrintedRecord {
  const cards = Object.entries(clientCards).map(([card, title]) => {
    const fields = clientFields.filter((field) => field.card === card && (record[field.name] ?? '') !== '')
    const rows: Rows = fields.map((field) => [importHeading(field), exportedValue(record, field.name)])
    return { title, rows }
  })
  const ofPolicies = policies.map((policy) => ({
    title: ['Policy', policy.carrier_name, policy.product].filter(Boolean).join(' '),
    rows: policyRows(policy),
  }))
  const ofNotes: Rows = notes.map(({ created_at, author_name, text }) => [
    [writtenDate(created_at.slice(0, 10)), author_name].filter(Boolean).join(' '),
    exportedText('rich-text', text),
  ])
  const ofTags: Rows = tags.length === 0 ? [] : [['Tags', tags.join(', ')]]
  const sections = [{ title: 'Tags', rows: ofTags }, ...cards, ...ofPolicies, { title: 'Dated notes', rows: ofNotes }]
  return {
    agency,
    title: nameOf(record) || 'Client without a name',
    footer: `Client ${record.id}, ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    sections: sections.flatMap(({ title, rows }) =>
      rows.length === 0 ? [] : { title, rows: rows.map(([label, text]) => [label, writtenDate(text)]) },
    ),
  }
}
