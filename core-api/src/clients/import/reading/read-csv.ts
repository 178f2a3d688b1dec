import { pipeline, Readable } from 'node:stream'
import type { ImportDelimiter, ImportEncoding } from '@agency/contract/client-imports'
import { type CsvError, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { closeQuotes } from './close-quotes.ts'
import { decodeText } from './decode-text.ts'
import { boundedRow, longestRow, refuseFile, type SheetRow } from './table.ts'

const Cells = Type.Array(Type.String())
/** A comma is last: it also stands in texts. */
const delimiters: readonly ImportDelimiter[] = ['\t', '|', ';', ',']

const options = (delimiter: string): Options => ({
  delimiter,
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: longestRow,
})

const faults: Partial<Record<CsvError['code'], string>> = {
  CSV_MAX_RECORD_SIZE: `has a row of more than ${longestRow.toLocaleString('en-US')} characters: its lines do not end, or a quote is never closed`,
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed; save it as CSV again',
}

const faultOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.entries(faults).find(([name]) => name === code)?.[1]
}

/** Spreadsheets write the separator into a first line `sep=;`. */
const isSeparatorLine = (cells: readonly string[]): boolean => /^sep=.?$/i.test(cells[0] ?? '') && !cells[2]

/** Rows of comma-separated values (RFC 4180), without empty ones. @throws InvalidInput for what cannot be read */
export async function* readCsv(
  content: AsyncIterable<Buffer>,
  { encoding, delimiter }: { encoding: ImportEncoding; delimiter: ImportDelimiter },
): AsyncGenerator<SheetRow> {
  const parser = parse(options(delimiter))
  pipeline(Readable.from(closeQuotes(decodeText(content, encoding), delimiter)), parser, () => undefined)
  let number = 0
  try {
    for await (const record of parser) {
      number += 1
      const cells = Value.Parse(Cells, record)
      const row = number === 1 && isSeparatorLine(cells) ? undefined : boundedRow(number, cells)
      if (row) yield { ...row, width: cells.length }
    }
  } catch (error) {
    const fault = faultOf(error)
    if (fault) refuseFile(fault, error)
    throw error
  }
}

/** How well a delimiter parts a text: by how many columns most rows have, if they agree. */
function scoreOf(text: string, delimiter: string): number {
  try {
    const records = Value.Parse(Type.Array(Cells), parseSync(text, { ...options(delimiter), to: 50 }))
    const widths = records.map((cells) => cells.length).filter((width) => width > 1)
    const usual = Math.max(...widths.map((width) => widths.filter((other) => other === width).length), 0)
    const width = widths.find((each) => widths.filter((other) => other === each).length === usual) ?? 1
    return (usual / Math.max(records.length, 1)) * Math.log2(width)
  } catch {
    // Not this one: a quote is not closed, for example.
    return -1
  }
}

/** The delimiter of a text, from its first lines; a comma if there is one column. */
export function detectDelimiter(head: string): ImportDelimiter {
  const [, named] = /^\ufeff?sep=(.)\r?\n/i.exec(head) ?? []
  const stated = delimiters.find((delimiter) => delimiter === named)
  if (stated) return stated
  const text = head.slice(0, Math.max(head.lastIndexOf('\n'), 0)) || head
  const none: { delimiter: ImportDelimiter; score: number } = { delimiter: ',', score: 0 }
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(text, delimiter) }))
  return scores.reduce((best, each) => (each.score > best.score ? each : best), none).delimiter
}
