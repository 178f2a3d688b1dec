import { Readable } from 'node:stream'
import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import {
  type ImportPlan,
  type ImportRow,
  type ImportRows,
  type ImportRowsQuery,
  importHeading,
  importLabel,
  importRowsPerPage,
} from '@agency/contract/client-imports'
import { maskValue } from '@agency/contract/client-mask'
import type { ClientRecord } from '@agency/contract/clients'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { formatPhone } from '@agency/contract/phone'
import { isSensitive } from '@agency/contract/sensitive-fields'
import { csvLine } from '../export/spreadsheet-text.ts'
import { readRecords } from '../record/client-bulk.ts'
import { countRows, listRows, type StoredRow } from './import-row-repository.ts'
import type { ImportContext } from './import-service.ts'
import { policyValues, shownPolicy } from './policies/view-policies.ts'
import { broughtBy, changedFields, fitted, formerOf } from './row-changes.ts'

const fieldNamed = new Map<string, (typeof clientFields)[number]>(clientFields.map((field) => [field.name, field]))

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' }

/** A value as staff see it, whoever they are: masked if its field is sensitive. Notes are cut. */
function shown(name: string, value: string | number | null | undefined): string | null {
  const field = fieldNamed.get(name)
  if (value === null || value === undefined || !field) return null
  const text = String(value)
  if (isSensitive(field)) return maskValue(text, field.mask ?? 'hidden')
  return field.kind === 'rich-text'
    ? text
        .replace(/<[^>]+>/g, ' ')
        .replace(/&(lt|gt|amp);/g, (_sign, name: string) => signs[name] ?? '')
        .trim()
        .slice(0, 200)
    : text
}

const nameOf = ({ client_first_name, client_last_name }: ClientRecord): string =>
  [client_first_name, client_last_name].filter(Boolean).join(' ') || 'Client without a name'

/** What the list shows of a client, to tell those of one name apart. */
const aboutOf = ({ dob, primary_phone, primary_email }: ClientRecord): string =>
  [dob && `born ${dob}`, primary_phone && formatPhone(primary_phone), primary_email]
    .filter(Boolean)
    .slice(0, 2)
    .join(', ')

type Listed = { row: StoredRow; records: Map<string, ClientRecord>; fillOnly: boolean; policy: ImportRow['values'] }

function shownRow({ cipher }: ImportContext, { row, records, fillOnly, policy }: Listed): ImportRow {
  const client = row.client_id === null ? undefined : records.get(row.client_id)
  const { fields: brought, noTexts, hasRemark, left = [] } = broughtBy(cipher, row)
  const former = formerOf(cipher, row).fields
  const isDone = row.result !== null
  const isKnown = client !== undefined && row.result !== 'created'
  const how = { isTwice: row.same_as !== null, hasRemark, fillOnly }
  const fields = isKnown ? fitted(brought, { ...client, ...former }, how) : brought
  const changes = isKnown && !isDone ? changedFields(fields, client, how) : undefined
  const isShown = (name: ClientFieldName) =>
    isDone && isKnown ? name in former : (changes?.includes(name) ?? name in fields)
  const names = clientFields.map(({ name }): ClientFieldName => name).filter(isShown)
  const people = row.candidates.flatMap((id) => records.get(id) ?? [])
  return {
    ...{ number: row.number, outcome: row.outcome, decision: row.decision, result: row.result, reasons: row.reasons },
    values: [
      ...names.map((field) => ({
        field,
        former: shown(field, isDone ? former[field] : isKnown ? client[field] : null),
        value: shown(field, fields[field]),
      })),
      ...(noTexts && row.outcome !== 'skip'
        ? [{ field: 'no_texts', former: null, value: noTexts.since ?? 'yes' }]
        : []),
      ...policy,
      ...left.map(({ field, value }) => ({
        field,
        former: null,
        value: isPolicyTarget(field) ? shownPolicy(field, value) : field === 'no_texts' ? value : shown(field, value),
      })),
    ],
    client: client ? { id: client.id, name: nameOf(client) } : null,
    same_as: row.same_as,
    candidates: people.map((person) => ({ id: person.id, name: nameOf(person), about: aboutOf(person) })),
    policy: row.policy,
    kept: row.kept,
  }
}

async function shownRows(context: ImportContext, rows: StoredRow[], plan: ImportPlan): Promise<ImportRow[]> {
  const ids = rows.flatMap(({ client_id, candidates }) => [...(client_id === null ? [] : [client_id]), ...candidates])
  const records = await readRecords(context, [...new Set(ids)])
  const policies = await policyValues(context, rows, plan)
  return rows.map((row) =>
    shownRow(context, { row, records, fillOnly: plan.fill_only, policy: policies.get(row.id) ?? [] }),
  )
}

interface Shown {
  id: string
  plan: ImportPlan
  query: ImportRowsQuery
}

/** A page of rows, and the known clients in it. */
export async function pageOfRows(context: ImportContext, { id, plan, query }: Shown): Promise<ImportRows> {
  const page = { after: 0, limit: importRowsPerPage, offset: query.offset ?? 0 }
  const rows = await shownRows(context, await listRows(context.db, id, query, page), plan)
  const { outcome } = query
  const counts = await countRows(context.db, id)
  const all = (['create', 'update', 'ambiguous', 'skip', 'fault'] as const).map((name) => counts[name] ?? 0)
  return { rows, total: outcome ? (counts[outcome] ?? 0) : all.reduce((sum, count) => sum + count, 0) }
}

/** The known clients that rows show. Of those whom a file has added, whoever brought it learns nothing new. */
export const clientsIn = (rows: readonly ImportRow[], isOwn: boolean): string[] => [
  ...new Set(
    rows
      .filter(({ result }) => !isOwn || result !== 'created')
      .flatMap(({ client, candidates }) => [...(client ? [client.id] : []), ...candidates.map(({ id }) => id)]),
  ),
]

const rowsPerRead = 500

/** The rows as CSV, masked as on the screen. @param count counts the clients that a part shows before it is sent */
export function rowsAsCsv(
  context: ImportContext,
  { id, plan, query }: Shown,
  count: (rows: readonly ImportRow[]) => Promise<void>,
): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `\ufeff${csvLine(['Row', 'Outcome', 'Decision', 'Result', 'Client', 'Why', 'Values', 'Kept'])}`
    let after = 0
    for (;;) {
      const stored = await listRows(context.db, id, query, { after, limit: rowsPerRead, offset: 0 })
      const rows = await shownRows(context, stored, plan)
      await count(rows)
      for (const row of rows) yield csvLine(cellsOf(row))
      after = stored.at(-1)?.number ?? after
      if (stored.length < rowsPerRead) return
    }
  }
  return Readable.from(lines())
}

const cellsOf = ({ number, outcome, decision, result, client, reasons, values, kept }: ImportRow): string[] => [
  ...[String(number), outcome, decision ?? '', result ?? '', client?.name ?? ''],
  reasons.map(({ field, message }) => (field === '' ? message : `${importLabel(field)} ${message}`)).join('; '),
  values
    .map(({ field, former, value }) => `${importLabel(field)}: ${former === null ? '' : `${former} → `}${value ?? ''}`)
    .join('; '),
  kept.map(importLabel).join('; '),
]

/** An empty sheet with a heading for each field, that is mapped by itself. */
export const starterSheet = (): string =>
  `\ufeff${csvLine([...clientFields.filter(({ name }) => name !== 'cvc').map(importHeading), 'Owner'])}`
