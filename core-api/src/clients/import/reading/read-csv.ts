import { pipeline, Readable } from 'node:stream'
import type { ImportDelimiter, ImportEncoding } from '@agency/contract/client-imports'
import { parse } from 'csv-parse'
import { closeQuotes } from './close-quotes.ts'
import { decodeText, recoded } from './decode-text.ts'
import { boundedRow, longestRow, refuseFile, type SheetRow } from './table.ts'

/** A comma is last: it also stands in texts. */
const delimiters: readonly ImportDelimiter[] = ['\t', '|', ';', ',']

const tooLong = `has a row of more than ${longestRow.toLocaleString('en-US')} characters: its lines do not end`

/** Spreadsheets write the separator into a first line `sep=;`. */
const isSeparatorLine = (cells: readonly string[]): boolean => /^sep=.?$/i.test(cells[0] ?? '') && !cells[2]

/** Rows of comma-separated values (RFC 4180), without empty ones. @throws InvalidInput for what cannot be read */
export async function* readCsv(
  content: AsyncIterable<Buffer>,
  { encoding, delimiter }: { encoding: ImportEncoding; delimiter: ImportDelimiter },
): AsyncGenerator<SheetRow> {
  let number = 0
  try {
    for await (const cells of recordsOf(decodeText(content, encoding), delimiter)) {
      number += 1
      const isRecoded = cells.some((cell) => cell.includes(recoded))
      const texts = isRecoded ? cells.map((cell) => cell.replaceAll(recoded, '')) : cells
      const row = number === 1 && isSeparatorLine(texts) ? undefined : boundedRow(number, texts)
      if (row) yield { ...row, width: cells.length, ...(isRecoded && { isRecoded }) }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'CSV_MAX_RECORD_SIZE') refuseFile(tooLong, error)
    throw error
  }
}

async function* recordsOf(content: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({ delimiter, relax_quotes: true, relax_column_count: true, max_record_size: longestRow })
  pipeline(Readable.from(closeQuotes(content, delimiter)), parser, () => undefined)
  for await (const cells of parser) yield cells
}

interface Parting {
  /** Of the rows, how many have one width. */
  share: number
  width: number
  /** The first row that has it with the next one, or the one behind that, which a title above the headings has not. */
  first: number
}

/** How a delimiter parts a text. */
async function partingBy(text: string, delimiter: string): Promise<Parting> {
  const all: number[] = []
  try {
    for await (const cells of recordsOf(Readable.from([text]), delimiter)) if (all.push(cells.length) >= 50) break
  } catch {
    // Of another delimiter, quotes of cells have no end.
    return { share: 0, width: 1, first: 0 }
  }
  const widths = all.filter((width) => width > 1)
  const usual = Math.max(...widths.map((width) => widths.filter((other) => other === width).length), 0)
  const width = widths.find((each) => widths.filter((other) => other === each).length === usual) ?? 1
  const first = all.findIndex((each, at) => {
    const [next = width, second] = all.slice(at + 1)
    // The row between may have one separator more.
    return each === width && (next === width || (next > 1 && second === width))
  })
  return { share: usual / Math.max(all.length, 1), width, first }
}

/** Of the rows that one delimiter parts into as many cells, if they are a table. */
const tableShare = 0.6

/** Whether one delimiter parts a text better: it parts the headings too, as a comma in texts does not, or more rows into more cells. */
function isBetter(one: Parting, other: Parting): boolean {
  const areTables = one.share >= tableShare && other.share >= tableShare
  if (areTables && one.first !== other.first) return one.first < other.first
  return one.share * Math.log2(one.width) > other.share * Math.log2(other.width)
}

/** The delimiter of a text, from its first lines; a comma if there is one column. */
export async function detectDelimiter(head: string): Promise<ImportDelimiter> {
  const [, named] = /^\ufeff?sep=(.)\r?\n/i.exec(head) ?? []
  const stated = delimiters.find((delimiter) => delimiter === named)
  if (stated) return stated
  const text = head.slice(0, Math.max(head.lastIndexOf('\n'), 0)) || head
  let best: { delimiter: ImportDelimiter; parting: Parting } = {
    delimiter: ',',
    parting: { share: 0, width: 1, first: 0 },
  }
  for (const delimiter of delimiters) {
    const parting = await partingBy(text, delimiter)
    if (isBetter(parting, best.parting)) best = { delimiter, parting }
  }
  return best.delimiter
}
