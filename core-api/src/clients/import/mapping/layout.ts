import type { SheetRow } from '../reading/table.ts'
import { isDate } from './cell-values.ts'
import { targetOfHeading } from './column-names.ts'
import type { Column } from './map-columns.ts'

/** Rows above the headings, such as titles, that are looked at. */
const mostAbove = 30
const samplesPerColumn = 50
/** Characters of a value that are looked at. */
const longestSample = 300
/** More different values are no words for a choice. */
const mostWords = 30

const isText = (cell: string): boolean => cell.trim() !== '' && !/^\s*\d|\d{3}|@/.test(cell) && !isDate(cell)
const knownIn = ({ cells }: SheetRow): number => cells.filter((cell) => targetOfHeading(cell) !== undefined).length

/** How many fields the row names that looks most like headings. */
export const headingsIn = (rows: readonly SheetRow[]): number => Math.max(...rows.slice(0, mostAbove).map(knownIn), 0)

/** The number of the row with the headings: the one of the first rows that names most fields; 0 if there is none. */
export function detectHeaderRow(rows: readonly SheetRow[]): number {
  const first = rows.slice(0, mostAbove)
  const best = first.reduce<SheetRow | undefined>(
    (found, row) => (knownIn(row) > (found ? knownIn(found) : 0) ? row : found),
    undefined,
  )
  const width = Math.max(...rows.map(({ cells }) => cells.length), 0)
  // One word in a title or in a note is no row of headings.
  if (best && (knownIn(best) >= 2 || width <= 2)) return best.number
  const worded = first.find(({ cells }) => cells.filter(isText).length >= Math.max(width * 0.6, 1))
  return worded && worded === first[0] && rows.length > 1 && !isLike(worded, rows.slice(1)) ? worded.number : 0
}

/** Whether a row is no different from those below it: words stand where they have words, and nowhere else. */
const isLike = ({ cells }: SheetRow, below: readonly SheetRow[]): boolean =>
  cells.every((cell, at) => {
    const filled = below.map((row) => row.cells[at] ?? '').filter((each) => each.trim() !== '')
    return !isText(cell) || filled.filter(isText).length >= filled.length / 2
  })

/** Of the lines of a file, which agree. */
const nearlyAll = 0.8

/**
 * The cells that each line of a CSV file has, if nearly all agree, or if many are longer than the headings, each in its
 * way: then another number of cells is a separator or a line break that is not in quotes.
 */
export function usualWidth(rows: readonly SheetRow[], headerRow: number): number | undefined {
  const data = rows.filter(({ number }) => number > headerRow)
  const header = rows.find(({ number }) => number === headerRow)
  const width = (header ?? data[0])?.width
  if (width === undefined) return undefined
  const isMost = (of: (width: number) => boolean) =>
    data.filter((row) => of(row.width ?? 0)).length >= data.length * nearlyAll
  const longer = new Set(data.map((row) => row.width ?? 0).filter((other) => other > width))
  // Nearly all longer by as much have a column without a heading.
  const isUnnamed = [...longer].some((other) => isMost((each) => each === other))
  const isTorn = header !== undefined && !isUnnamed && isMost((each) => each >= width)
  return isTorn || isMost((each) => each === width) ? width : undefined
}

/** Lines that are looked at together. */
const mostPieces = 100
/** Of the lines of a file, where programs leave out the empty cells at their end. */
const fewShort = 0.02

/** Whether lines are short because empty cells at their end are left out: some are, and they are no pieces of a row. */
export function haveShortEnds(rows: readonly SheetRow[], headerRow: number, usual: number | undefined): boolean {
  const data = rows.filter(({ number }) => number > headerRow)
  const short = data.filter(({ width }) => usual !== undefined && width !== undefined && width < usual)
  return short.length > data.length * fewShort
}

/**
 * Marks short lines that are broken: the pieces of a row with a line break that is not in quotes have its cells together.
 * @param haveEnds short lines that are no pieces lack empty cells at their end
 */
export async function* markBroken(
  rows: AsyncIterable<SheetRow>,
  usual: number | undefined,
  haveEnds: boolean,
): AsyncGenerator<SheetRow> {
  let short: SheetRow[] = []
  for await (const row of rows) {
    const isShort = usual !== undefined && row.width !== undefined && row.width < usual
    if (isShort) short.push(row)
    if (isShort && short.length < mostPieces) continue
    yield* withBroken(short, usual ?? 0, haveEnds)
    short = []
    if (!isShort) yield row
  }
  yield* withBroken(short, usual ?? 0, haveEnds)
}

function withBroken(rows: readonly SheetRow[], usual: number, haveEnds: boolean): SheetRow[] {
  const broken = new Set<SheetRow>(haveEnds ? rows.filter(({ cells }) => cells.some(isMerged)) : rows)
  for (const start of rows.keys()) {
    let cells = 1
    for (let end = start; end < rows.length && cells < usual; end += 1) {
      cells += (rows[end]?.width ?? 1) - 1
      if (cells === usual && end > start) for (const row of rows.slice(start, end + 1)) broken.add(row)
    }
  }
  return rows.map((row) => (broken.has(row) ? { ...row, isBroken: true } : row))
}

/** Whether a quote that is never closed has taken in other cells of its line. */
const isMerged = (cell: string): boolean => /[,;\t|]"/.test(cell)

/** Headings. Of two rows of them, with what stands above if that names a field, or if the heading was there before. */
function headingsOf(rows: readonly SheetRow[], headerRow: number): string[] {
  const at = rows.findIndex(({ number }) => number === headerRow)
  const header = rows[at]?.cells.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 200)) ?? []
  const above = rows[at - 1]?.cells ?? []
  const groups = above.filter((cell) => cell.trim() !== '').length > 1 ? above : []
  return header.map((heading, column) => {
    const group = groups.slice(0, column + 1).findLast((cell) => cell.trim() !== '')
    if (group === undefined || heading === '') return heading
    const whole = `${group.trim()} ${heading}`
    return targetOfHeading(whole) !== undefined || header.indexOf(heading) < column ? whole : heading
  })
}

/** The columns of a table with some values of each. */
export function columnsOf(rows: readonly SheetRow[], headerRow: number): Column[] {
  const header = headingsOf(rows, headerRow)
  const usual = usualWidth(rows, headerRow)
  const all = rows.filter(({ number }) => number > headerRow)
  const whole = all.filter((row) => row.width === usual)
  // The cells of others do not stand where the headings say.
  const data = usual !== undefined && whole.length > 0 ? whole : all
  const width = Math.max(header.length, ...data.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) => {
    const filled = data.map(({ cells }) => (cells[at] ?? '').trim().slice(0, longestSample)).filter(Boolean)
    const isEmpty = data.some(({ cells }) => !cells[at]?.trim() && cells.filter(Boolean).length > width / 2)
    const words = [...new Set(filled), ...(isEmpty ? [''] : [])]
    return {
      heading: header[at] ?? '',
      values: filled.slice(0, samplesPerColumn),
      ...(words.length <= mostWords && { words }),
    }
  })
}
