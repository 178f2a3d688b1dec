import type { AuditAction } from '@agency/contract/audit-actions'
import { clientFields } from '@agency/contract/client-fields'
import { importHeading, importParts } from '@agency/contract/client-imports'
import type { ClientListItem, ClientRecord } from '@agency/contract/clients'
import { type ClientExportQuery, exportedColumns, type PolicyExportQuery } from '@agency/contract/exports'
import { formatPhone } from '@agency/contract/phone'
import { isSensitive, sensitiveFields } from '@agency/contract/sensitive-fields'
import { type TextsStopped, textNumbersOf } from '@agency/contract/texts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { findAllTextsStopped } from '../../platform/outbox/text-opt-outs.ts'
import { ClientDirectory } from '../list/client-directory.ts'
import { exportDetail } from '../list/export-detail.ts'
import { findAllPolicies } from '../policies/policy-list.ts'
import { readRecords } from '../record/client-bulk.ts'
import { recordFoundBySsn } from '../record/client-service.ts'
import { recordReveals, requireReason } from '../record/reveal-audit.ts'
import { exportedValue } from './exported-text.ts'
import { policyTable } from './policy-table.ts'
import type { ExportContext, Table } from './table.ts'
import { type TableFile, writeTables } from './write-tables.ts'

interface Column {
  heading: string
  name: string
}

/** Rows that a sheet can have below its headings. */
const mostSheetRows = 1_048_575
const batchSize = 100

const owner = { heading: 'Owner', name: 'owner_name' }
const tags = { heading: 'Tags', name: 'tags' }
const optOut = { heading: importParts.no_texts, name: 'no_texts' }
/** By it, an import knows the client whatever else has changed. */
const id = { heading: importParts.client_id, name: 'id' }

const fieldColumn = (field: (typeof clientFields)[number]): Column => ({
  heading: importHeading(field),
  name: field.name,
})

const wholeColumns = (sensitive: boolean): Column[] => [
  ...clientFields.filter((field) => field.name !== 'cvc' && (sensitive || !isSensitive(field))).map(fieldColumn),
  owner,
  tags,
  optOut,
  { heading: 'Added', name: 'created_at' },
  { heading: 'Last Changed', name: 'updated_at' },
  { heading: 'Archived Since', name: 'archived_at' },
  id,
]

/** The columns that the list shows. @throws InvalidInput for a name of none */
function listedColumns(names: string): Column[] {
  const columns = names.split(',').map((name) => {
    if (name === 'owner_name') return owner
    if (name === 'sessions_waiting') return { heading: 'Waiting Sessions', name }
    const field = clientFields.find((each) => each.name === name)
    if (field && exportedColumns.some((each) => each === name)) return fieldColumn(field)
    throw new InvalidInput([{ field: 'columns', message: `must be names of ${exportedColumns.join(', ')}` }])
  })
  return [...columns, id]
}

/** Rows count as those of a list; sensitive values are audited batch by batch. @throws InvalidInput; TooManyRecords */
export async function exportClients(context: ExportContext, query: ClientExportQuery): Promise<TableFile> {
  const { format, columns: names, policies = false, sensitive: wantsSensitive = false, ...list } = query
  const whole = names === undefined
  const sensitive = whole && wantsSensitive
  if (sensitive) requireReason(context.principal)
  const columns = whole ? wholeColumns(sensitive) : listedColumns(names)
  const { db, cipher, principal, recordReads } = context
  const { ids, batches, foundBySsn } = await new ClientDirectory(db, cipher).all(list, principal.scope)
  requireRows(format, ids.length)
  for (const found of foundBySsn) await recordReads.count(principal, found)
  await recordFoundBySsn({ db, principal }, foundBySsn)
  const contents = whole ? `whole records${policies ? ' with policies' : ''}` : 'columns of the list'
  await recordExport(context, query, {
    ids,
    what: [counted(ids.length, 'client'), contents],
    action: 'clients.exported',
  })
  const read = whole ? wholeRows(context, batches, sensitive) : batches
  const table: Table = {
    name: 'Clients',
    headings: columns.map(({ heading }) => heading),
    async *rows() {
      for await (const batch of read) yield batch.map((row) => columns.map(({ name }) => exportedValue(row, name)))
    },
  }
  if (!whole || !policies) return writeTables([table], format)
  return writeTables([table, policyTable(context, { by: 'client_id', ids, whole: true, sensitive })], format)
}

export async function exportPolicies(context: ExportContext, query: PolicyExportQuery): Promise<TableFile> {
  const { format, whole = false, sensitive = false, ...list } = query
  if (sensitive) requireReason(context.principal)
  const found = await findAllPolicies(context, list)
  requireRows(format, found.length)
  const what = [counted(found.length, 'policy', 'policies'), whole ? 'all fields' : 'columns of the list']
  const clients = [...new Set(found.map(({ client_id }) => client_id))]
  await recordExport(context, query, { ids: clients, what, action: 'policies.exported' })
  const ids = found.map((policy) => policy.id)
  return writeTables([policyTable(context, { by: 'policies.id', ids, whole, sensitive })], format)
}

/** The day since which a client gets no texts, as imports read it; of some of several numbers, which they are. */
function stoppedTexts(record: ClientRecord, stops: ReadonlyMap<string, TextsStopped>): string {
  const numbers = new Set(textNumbersOf(record).map(({ number }) => number))
  const stopped = [...numbers].flatMap((number) => {
    const day = stops.get(number)?.at.slice(0, 10)
    return day === undefined ? [] : [{ number, day }]
  })
  if (stopped.length < numbers.size)
    return stopped.map(({ number, day }) => `${formatPhone(number)} since ${day}`).join('; ')
  return stopped.map(({ day }) => day).toSorted()[0] ?? ''
}

function requireRows(format: ClientExportQuery['format'], rows: number): void {
  if (format === 'csv' || rows <= mostSheetRows) return
  throw new InvalidInput([{ field: 'format', message: `must be csv for more than ${mostSheetRows} rows` }])
}

async function recordExport(
  { db, principal, recordReads }: ExportContext,
  query: ClientExportQuery | PolicyExportQuery,
  { ids, what, action }: { ids: string[]; what: string[]; action: AuditAction },
): Promise<void> {
  await recordReads.countListed(principal, ids)
  const parts = [...what, query.format.toUpperCase(), ...(query.sensitive ? ['with sensitive values'] : [])]
  await recordEvent(db, principal, { action, detail: exportDetail(parts.join(', '), query) })
}

async function* wholeRows(context: ExportContext, batches: AsyncIterable<ClientListItem[]>, sensitive: boolean) {
  for await (const items of batches) {
    for (let from = 0; from < items.length; from += batchSize) {
      const part = items.slice(from, from + batchSize)
      const records = await readRecords(
        context,
        part.map((item) => item.id),
      )
      const numbers = [...records.values()].flatMap(textNumbersOf).map(({ number }) => number)
      const stops = await findAllTextsStopped(context.db, numbers)
      const rows = part.flatMap(({ id: clientId, owner_name, tags: names }) => {
        const record = records.get(clientId)
        return record ? [{ ...record, owner_name, tags: names.join(', '), no_texts: stoppedTexts(record, stops) }] : []
      })
      if (sensitive) {
        const filled = (record: (typeof rows)[number]) =>
          [...sensitiveFields].filter((name) => name !== 'cvc' && record[name] !== null)
        const reveals = rows.map((record) => ({ clientId: record.id, fields: filled(record) }))
        await recordReveals(context, 'client.exported', reveals)
      }
      yield rows
    }
  }
}
