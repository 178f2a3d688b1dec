import { Readable } from 'node:stream'
import type { ExportFormat } from '@agency/contract/exports'
import { streamZip } from '../../platform/files/zip-stream.ts'
import { csvLine } from './spreadsheet-text.ts'
import type { Table } from './table.ts'
import { workbookParts } from './workbook.ts'

export interface TableFile {
  content: Readable
  mimeType: string
  extension: string
}

export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const

/** CSV with the mark by which spreadsheets know UTF-8. */
async function* csvOf({ headings, rows }: Table): AsyncGenerator<string> {
  yield `\ufeff${csvLine(headings)}`
  for await (const batch of rows()) yield batch.map(csvLine).join('')
}

const csvStream = (table: Table): Readable => Readable.from(csvOf(table), { objectMode: false })

/** Streams tables: as a workbook with a sheet for each, or as CSV, which for several tables are files of a ZIP archive. */
export function writeTables(tables: readonly Table[], format: ExportFormat): TableFile {
  const modified = new Date()
  if (format === 'xlsx') {
    const { content } = streamZip(workbookParts(tables, modified))
    return { content, mimeType: tableTypes.xlsx, extension: 'xlsx' }
  }
  const [table, ...others] = tables
  if (table && others.length === 0) return { content: csvStream(table), mimeType: tableTypes.csv, extension: 'csv' }
  const parts = tables.map((each) => ({ name: `${each.name}.csv`, modified, open: async () => csvStream(each) }))
  return { content: streamZip(parts).content, mimeType: tableTypes.zip, extension: 'zip' }
}
