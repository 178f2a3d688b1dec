import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientImport, ImportPlan, ImportSettings } from '@agency/contract/client-imports'
import { maskValue } from '@agency/contract/client-mask'
import { policyNumbers } from '@agency/contract/policies'
import { sensitiveFields } from '@agency/contract/sensitive-fields'
import { maskNumber } from '../policies/policy-values.ts'
import { targetOfHeading } from './mapping/column-names.ts'
import { detectDates, detectDecimals } from './mapping/detect-formats.ts'
import { columnsOf, detectHeaderRow, haveShortEnds, headingsIn, usualWidth } from './mapping/layout.ts'
import { type Column, mapColumns } from './mapping/map-columns.ts'
import { countNamed, mendRow } from './mapping/mend-row.ts'
import { decodeText, detectEncoding, recoded } from './reading/decode-text.ts'
import { detectDelimiter, readCsv } from './reading/read-csv.ts'
import { openWorkbook, type Workbook } from './reading/read-xlsx.ts'
import { refuseFile, type SheetRow } from './reading/table.ts'

/** Rows by which a file is judged before its dry run. */
const inspectedRows = 2_000
const headLength = 65_536
const shownSamples = 3
/** Sheets that are looked at, and their rows. */
const mostSheets = 20
const rowsOfSheet = 30

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
  /** Of the settings, those that the file itself tells. */
  told: Partial<Pick<ImportSettings, 'dates' | 'decimals'>>
  sheets: string[]
  columns: Column[]
  mixedDates: boolean
}

async function someRows(rows: AsyncGenerator<SheetRow>, most: number): Promise<SheetRow[]> {
  const some: SheetRow[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length >= most) break
  }
  return some
}

async function firstRows(rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> {
  const first = await someRows(rows, inspectedRows)
  if (first.length === 0) refuseFile('has no rows')
  return first
}

async function headOf(open: OpenFile, encoding: ImportSettings['encoding']): Promise<string> {
  let head = ''
  for await (const text of decodeText(await open(), encoding)) {
    head += text
    if (head.length > headLength) break
  }
  return head.slice(0, headLength).replaceAll(recoded, '')
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
    const head = await headOf(open, encoding)
    // Some portals give a web page the name of a workbook.
    if (/^\s*<(?:!doctype|html|head|meta|style|table|\?xml)/i.test(head)) {
      refuseFile('is a web page or XML, whatever its name is; open it in a spreadsheet and save it as XLSX')
    }
    settings = { ...settings, encoding, delimiter: await detectDelimiter(head) }
  } else {
    const workbook = await openTable(open)
    sheets = [...workbook.sheets]
    settings = { ...settings, sheet: await sheetOfClients(workbook) }
  }
  const rows = await firstRows(rowsOf(open, kind, settings))
  const { told, mixedDates } = toldBy(rows)
  settings = { ...settings, header_row: detectHeaderRow(rows), ...told }
  return { settings, told, sheets, columns: readColumns(rows, settings.header_row), mixedDates }
}

function toldBy(rows: readonly SheetRow[]): Pick<Inspected, 'told' | 'mixedDates'> {
  const { dates, mixed } = detectDates(rows)
  const decimals = detectDecimals(rows)
  return { told: { ...(dates && { dates }), ...(decimals && { decimals }) }, mixedDates: mixed }
}

/** Settings for another way to part the file into cells: the row of headings and what the cells tell. */
export async function detectAnew(
  open: OpenFile,
  kind: ClientImport['kind'],
  settings: ImportSettings,
): Promise<ImportSettings> {
  const rows = await firstRows(rowsOf(open, kind, settings))
  return { ...settings, header_row: detectHeaderRow(rows), ...toldBy(rows).told }
}

/** The columns of a table; of rows put together again, if a separator that is not in quotes has torn most of them alike. */
function readColumns(rows: readonly SheetRow[], headerRow: number): Column[] {
  const columns = columnsOf(rows, headerRow)
  const headings = countNamed(columns)
  if (headings === columns.length || usualWidth(rows, headerRow) !== undefined) return columns
  const mapping = mapColumns(columns.map(({ heading }) => ({ heading, values: [] })))
  const mended = rows.map((row) => mendRow(row, { width: undefined, headings }, { mapping }))
  const isTorn = mended.filter(({ mendedAt }) => mendedAt !== undefined).length > rows.length / 2
  return isTorn ? columnsOf(mended, headerRow) : columns
}

/** The sheet whose headings name most fields: a cover or a summary may be before it. */
async function sheetOfClients({ sheets, rows }: Workbook): Promise<string | null> {
  let [best, most] = [sheets[0] ?? null, -1]
  for (const sheet of sheets.slice(0, mostSheets)) {
    const known = headingsIn(await someRows(rows(sheet), rowsOfSheet))
    if (known > most) [best, most] = [sheet, known]
  }
  return best
}

/** The columns of a file as settings say, and the cells of each line if they agree. @throws InvalidInput if it cannot be read so */
export async function readLayout(
  open: OpenFile,
  kind: ClientImport['kind'],
  settings: ImportSettings,
): Promise<{ columns: Column[]; width: number | undefined; haveEnds: boolean }> {
  const rows = await firstRows(rowsOf(open, kind, settings))
  const width = usualWidth(rows, settings.header_row)
  const haveEnds = haveShortEnds(rows, settings.header_row, width)
  return { columns: readColumns(rows, settings.header_row), width, haveEnds }
}

/** The plan for columns of which none is known. */
export const firstPlan = (settings: ImportSettings, columns: readonly Column[]): ImportPlan => ({
  settings,
  mapping: mapColumns(columns),
  match_by: ['ssn', 'email', 'phone', 'name_dob'],
  fill_only: false,
  leave_out_faults: false,
  add_zeros: columns.some((column) => hasLostZeros(column)),
})

/** Whether a column of SSNs is one of plain numbers, of which a spreadsheet drops the zeros at their start. */
function hasLostZeros({ heading, values }: Column): boolean {
  const digits = values
    .map((value) => value.trim().replace(/\.0+$/, ''))
    .filter((text) => /\d/.test(text) && !/^(\d)\1+$/.test(text.replaceAll('-', '')))
  return (
    targetOfHeading(heading) === 'ssn' &&
    digits.some((text) => text.length === 9) &&
    digits.every((text) => /^\d{7,9}$/.test(text))
  )
}

/** Columns as staff see them: what is or may be a sensitive value is masked. */
export function shownColumns(columns: readonly Column[], { mapping }: ImportPlan): ClientImport['columns'] {
  return columns.map(({ heading, values }, at) => {
    const targets = new Set<string | null | undefined>([mapping[at], targetOfHeading(heading)])
    const isSensitive = [...sensitiveFields].some((field) => targets.has(field))
    const isOfPolicy = policyNumbers.some((name) => mapping[at] === `policy.${name}`)
    const shown = (value: string) => {
      const short = value.slice(0, 60)
      if (isSensitive) return maskValue(short, 'hidden')
      if (isOfPolicy) return maskNumber(short) ?? ''
      return /\d{9}|\d{3}-\d{2}-\d{4}/.test(short) && !targets.has('primary_phone') && !targets.has('secondary_phone')
        ? maskValue(short, 'last-four')
        : short
    }
    return { heading, samples: values.slice(0, shownSamples).map(shown) }
  })
}
