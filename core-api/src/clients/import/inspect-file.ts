import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientImport, ImportPlan, ImportSettings } from '@agency/contract/client-imports'
import { maskValue } from '@agency/contract/client-mask'
import { sensitiveFields } from '@agency/contract/sensitive-fields'
import { targetOfHeading } from './mapping/column-names.ts'
import { columnsOf, detectDates, detectDecimals, detectHeaderRow } from './mapping/layout.ts'
import { type Column, mapColumns } from './mapping/map-columns.ts'
import { decodeText, detectEncoding } from './reading/decode-text.ts'
import { detectDelimiter, readCsv } from './reading/read-csv.ts'
import { openWorkbook } from './reading/read-xlsx.ts'
import { refuseFile, type SheetRow } from './reading/table.ts'

/** Rows by which a file is judged before its dry run. */
const inspectedRows = 2_000
const headLength = 65_536
const shownSamples = 3

/** The content of a file, from its start. */
export type OpenFile = () => Promise<Readable>

/** XLSX is read into memory, since its parts stand in any order. */
const openTable = async (open: OpenFile) => openWorkbook(await buffer(await open()))

/** All rows of a file. */
export async function* rowsOf(
  open: OpenFile,
  kind: ClientImport['kind'],
  settings: ImportSettings,
): AsyncGenerator<SheetRow> {
  if (kind === 'csv') return yield* readCsv(await open(), settings)
  const workbook = await openTable(open)
  yield* workbook.rows(settings.sheet ?? workbook.sheets[0] ?? '')
}

/** What a file looks like. */
export interface Inspected {
  settings: ImportSettings
  sheets: string[]
  columns: Column[]
  mixedDates: boolean
}

async function firstRows(rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length >= inspectedRows) break
  }
  if (first.length === 0) refuseFile('has no rows')
  return first
}

async function headOf(open: OpenFile, encoding: ImportSettings['encoding']): Promise<string> {
  let head = ''
  for await (const text of decodeText(await open(), encoding)) {
    head += text
    if (head.length > headLength) break
  }
  return head.slice(0, headLength)
}

const atFirst: ImportSettings = {
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  header_row: 0,
  dates: 'mdy',
  decimals: 'point',
}

/** Detects how a file is to be read. @throws InvalidInput if it cannot be */
export async function detectSettings(open: OpenFile, kind: ClientImport['kind']): Promise<Inspected> {
  let [settings, sheets] = [atFirst, [] as string[]]
  if (kind === 'csv') {
    const encoding = await detectEncoding(await open())
    settings = { ...settings, encoding, delimiter: detectDelimiter(await headOf(open, encoding)) }
  } else {
    sheets = [...(await openTable(open)).sheets]
    settings = { ...settings, sheet: sheets[0] ?? null }
  }
  const rows = await firstRows(rowsOf(open, kind, settings))
  const { dates, mixed } = detectDates(rows)
  settings = { ...settings, header_row: detectHeaderRow(rows), dates, decimals: detectDecimals(rows) }
  return { settings, sheets, columns: columnsOf(rows, settings.header_row), mixedDates: mixed }
}

/** The columns of a file as settings say. @throws InvalidInput if it cannot be read so */
export async function readColumns(
  open: OpenFile,
  kind: ClientImport['kind'],
  settings: ImportSettings,
): Promise<Column[]> {
  return columnsOf(await firstRows(rowsOf(open, kind, settings)), settings.header_row)
}

/** The plan for columns of which none is known. */
export const firstPlan = (settings: ImportSettings, columns: readonly Column[]): ImportPlan => ({
  settings,
  mapping: mapColumns(columns),
  match_by: ['ssn', 'email', 'phone', 'name_dob'],
  fill_only: false,
  leave_out_faults: false,
})

/** Columns as staff see them: what is or may be a sensitive value is masked. */
export function shownColumns(columns: readonly Column[], { mapping }: ImportPlan): ClientImport['columns'] {
  return columns.map(({ heading, values }, at) => {
    const targets = new Set<string | null | undefined>([mapping[at], targetOfHeading(heading)])
    const isSensitive = [...sensitiveFields].some((field) => targets.has(field))
    const shown = (value: string) => {
      const short = value.slice(0, 60)
      if (isSensitive) return maskValue(short, 'hidden')
      return /\d{9}|\d{3}-\d{2}-\d{4}/.test(short) && !targets.has('primary_phone') && !targets.has('secondary_phone')
        ? maskValue(short, 'last-four')
        : short
    }
    return { heading, samples: values.slice(0, shownSamples).map(shown) }
  })
}
