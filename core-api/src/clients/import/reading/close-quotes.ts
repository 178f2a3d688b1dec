import { longestRow, refuseFile } from './table.ts'

/** How far the end of a quoted cell is looked for. */
const mostLines = 1_000
const mostCharacters = 100_000
/** Quotes without an end in one file. */
const mostStray = 200

/** What was read of a record: its text as RFC 4180 has it. */
interface Scan {
  readonly text: string
  readonly cells: number
  /** Where the quote of an open cell is, if it is in the last line. */
  readonly openAt: number
  readonly isOpen: boolean
  /** Whether it has its quotes as RFC 4180 has them. */
  readonly isStrict: boolean
}
const nothing: Scan = { text: '', cells: 1, openAt: -1, isOpen: false, isStrict: true }

/**
 * Text of CSV with its quotes as RFC 4180 has them: quotes within a quoted cell are doubled, and a quote that is never
 * closed is part of its text. Otherwise it would take the rows behind it into its cell.
 */
export async function* closeQuotes(content: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let [stray, scan] = [0, nothing]
  const widths = new Widths()
  const isUsual = ({ cells }: Scan) => cells === widths.usual
  const whole = new RegExp(`^${cellOf(delimiter)}(?:[${delimiter}]${cellOf(delimiter)})*[\\r\\n]*$`)
  /**
   * Whether a record has taken in other rows: its last line is a row by itself, or up to the quote it has the usual width, and
   * what is behind too. In texts of several lines a blank follows a comma.
   */
  const hasOthers = (first: Scan, others: readonly string[]): boolean => {
    const { usual } = widths
    const [next, last] = [others[0], others.at(-1)]
    if (usual < 2 || next === undefined || last === undefined || (scan.isStrict && isUsual(scan))) return false
    if (whole.test(last) && scanLine(nothing, last, delimiter).cells === usual) return true
    if (!isUsual(first) || (isUsual(scan) && next.includes(`${delimiter} `))) return false
    let behind = nothing
    for (const line of others) if (behind === nothing || behind.isOpen) behind = scanLine(behind, line, delimiter)
    return !behind.isOpen && behind.cells === usual
  }
  let record: string[] = []
  // The record up to the quote that is never closed, if there is one: best with the usual width.
  let literal: { scan: Scan; lines: number } | undefined
  const take = function* (lines: string[], isEnd: boolean): Generator<string> {
    const ahead = lines.toReversed()
    for (let line = ahead.pop(); line !== undefined; line = ahead.pop()) {
      record.push(line)
      const before = scan
      scan = scanLine(before, line, delimiter)
      if (scan.isOpen && scan.openAt >= 0 && (!literal || !isUsual(literal.scan))) {
        const read = literalLine(before, line, delimiter)
        if (!literal || isUsual(read)) literal = { scan: read, lines: record.length }
      }
      const isWaited = scan.isOpen && record.length < mostLines && scan.text.length < mostCharacters
      if (isWaited && !(isEnd && ahead.length === 0)) continue
      const others = record.slice(literal?.lines)
      if (literal && (scan.isOpen || hasOthers(literal.scan, others))) {
        if (++stray > mostStray) refuseFile('has quotes that are never closed; save it as CSV again')
        ahead.push(...others.toReversed())
        scan = literal.scan
      }
      widths.add(scan.cells)
      yield scan.text
      ;[record, scan, literal] = [[], nothing, undefined]
    }
  }
  for await (const lines of linesOf(content)) yield* take(lines, false)
  yield* take([''], true)
}

/** A cell that begins with a word in quotes, as in `"Annie" Ann Lee`. */
function quotedWord(line: string, at: number, delimiter: string): string | undefined {
  const behind = line[line.indexOf('"', at + 1) + 1]
  if (behind !== ' ' && behind !== '-') return undefined
  const [cell = ''] = line.slice(at).split(new RegExp(`[${delimiter}\\r\\n]`), 1)
  const isPaired = cell.split('"').length % 2 === 1
  return isPaired && /^"[^"]*[^" ]"[ -]+[^" ]/.test(cell) ? cell : undefined
}

/** A cell as RFC 4180 has it. */
const cellOf = (delimiter: string) => `(?:"(?:[^"]|"")*"|[^"${delimiter}\\r\\n]*)`

/** How many cells rows have. */
class Widths {
  readonly #counts = new Map<number, number>()
  /** Of most rows so far. */
  usual = 0

  add(width: number): void {
    const count = (this.#counts.get(width) ?? 0) + 1
    this.#counts.set(width, count)
    if (count > (this.#counts.get(this.usual) ?? 0)) this.usual = width
  }
}

/** The lines of a text with their ends, by chunk. What is too long for a row is no whole line. */
async function* linesOf(content: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const part of content) {
    // The end of a line may be cut in two.
    const lines: string[] = (rest + part).match(/[^\r\n]*(?:\r\n|\n|\r(?!$))|[^\r\n]+\r?$|\r$/g) ?? []
    rest = lines.pop() ?? ''
    if (rest.length > longestRow) lines.push(rest)
    if (rest.length > longestRow) rest = ''
    yield lines
  }
  yield [rest]
}

/** Reads a line, from quote to quote. */
function scanLine(before: Scan, line: string, delimiter: string): Scan {
  const isEnd = (at: number) => at >= line.length || line[at] === delimiter || line[at] === '\n' || line[at] === '\r'
  let { text, cells, isOpen, isStrict } = before
  let [openAt, isOdd, at] = [-1, false, 0]
  for (let quote = line.indexOf('"'); quote >= 0; quote = line.indexOf('"', at)) {
    const part = line.slice(at, quote)
    at = quote + 1
    if (!isOpen) {
      const inCell = part.slice(part.lastIndexOf(delimiter) + 1)
      const isStart = inCell.trim() === '' && (inCell !== part || quote === part.length)
      cells += part.split(delimiter).length - 1
      const word = isStart ? quotedWord(line, quote, delimiter) : undefined
      if (word !== undefined) {
        text += `${part.slice(0, part.length - inCell.length)}"${word.replaceAll('"', '""')}"`
        at = quote + word.length
        isStrict = false
        continue
      }
      text += isStart ? `${part.slice(0, part.length - inCell.length)}"` : `${part}"`
      if (isStart) [isOpen, isOdd, openAt] = [true, false, quote]
      continue
    }
    const isDouble = line[at] === '"'
    let behind = at
    while (line[behind] === ' ') behind += 1
    if (!isDouble && isEnd(behind)) {
      ;[text, isOpen, at] = [`${text}${part}"`, false, behind]
      continue
    }
    text += `${part}""`
    isStrict &&= isDouble
    if (isDouble && !(isOdd && isEnd(at + 1))) at += 1
    else isOdd = !isOdd
  }
  const part = line.slice(at)
  if (!isOpen) cells += part.split(delimiter).length - 1
  return { text: text + part, cells, openAt, isOpen, isStrict }
}

/** A line with a quote that is not closed in it: the quote is text. */
function literalLine(above: Scan, line: string, delimiter: string): Scan {
  const scan = scanLine(above, line, delimiter)
  const { openAt, isOpen } = scan
  if (!isOpen || openAt < 0) return scan
  const before = scanLine(above, line.slice(0, openAt), delimiter)
  const [cell = ''] = line.slice(openAt).split(new RegExp(`[${delimiter}\\r\\n]`), 1)
  const behind = literalLine(nothing, line.slice(openAt + cell.length), delimiter)
  return {
    ...behind,
    text: `${before.text}"${cell.replaceAll('"', '""')}"${behind.text}`,
    cells: before.cells + behind.cells - 1,
  }
}
