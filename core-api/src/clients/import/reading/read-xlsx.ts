import { type CellFormat, cellFormatOf, formattedNumber } from './number-formats.ts'
import { boundedRow, longestRow, mostColumns, refuseFile, type SheetRow } from './table.ts'
import { type Archive, openArchive, unescaped, xmlParser } from './xlsx-archive.ts'
import { readComments } from './xlsx-comments.ts'

/** Characters of all shared texts together. */
const longestTexts = 64 * 2 ** 20
const mostTexts = 2_000_000
const mostMerged = 5_000

interface Sheet {
  readonly name: string
  readonly path: string
}

export interface Workbook {
  /** Names of the sheets that are not hidden, in their order. */
  readonly sheets: readonly string[]
  /** Rows of a sheet, without empty ones. @throws InvalidInput for what cannot be read */
  rows(sheet: string): AsyncGenerator<SheetRow>
}

/** Stands for a formula without a stored result. */
const uncalculated = '#FORMULA!'

/** Opens an XLSX workbook (ECMA-376, part 1, 18). Formulas are not calculated: a cell has the result that is stored. */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const archive = await openArchive(bytes)
  const { sheets, epoch } = await readWorkbook(archive)
  if (sheets.length === 0) refuseFile('has no sheet with cells')
  let loaded: Promise<Pick<SheetSource, 'texts' | 'formats' | 'struck'>> | undefined
  const load = async () => ({ texts: await readTexts(archive), ...(await readStyles(archive)) })
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(name) {
      const sheet = sheets.find((each) => each.name === name) ?? refuseFile(`has no sheet “${name}”`)
      loaded ??= load()
      yield* readSheet(archive, { ...(await loaded), path: sheet.path, epoch })
    },
  }
}

async function readWorkbook(archive: Archive): Promise<{ sheets: Sheet[]; epoch: 1900 | 1904 }> {
  const targets = new Map<string, string>()
  const named: { name: string; id: string }[] = []
  let epoch: 1900 | 1904 = 1900
  await archive.parse('xl/_rels/workbook.xml.rels', {
    open: (element, { Id = '', Target = '' }) => {
      if (element === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  await archive.parse('xl/workbook.xml', {
    open: (element, { name = '', id = '', state = 'visible', date1904 }) => {
      if (element === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) epoch = 1904
      if (element === 'sheet' && state === 'visible') named.push({ name, id })
    },
  })
  const sheets = named.map(({ name, id }) => ({ name, path: targets.get(id) ?? '' }))
  return { sheets: sheets.filter(({ path }) => archive.has(path)), epoch }
}

/** Texts by number, in one buffer: as strings, a million of them would take several times the memory. */
class TextTable {
  #bytes = Buffer.allocUnsafe(2 ** 16)
  readonly #ends: number[] = []

  get count(): number {
    return this.#ends.length
  }

  add(text: string): void {
    const start = this.#ends.at(-1) ?? 0
    const end = start + 2 * text.length
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(end, 2 * this.#bytes.length))
    // Each code unit as it is, also half of a surrogate pair, which a row is refused for.
    this.#bytes.write(text, start, 'utf16le')
    this.#ends.push(end)
  }

  at(number: number): string {
    const end = this.#ends[number]
    return end === undefined ? '' : this.#bytes.toString('utf16le', this.#ends[number - 1] ?? 0, end)
  }
}

async function readTexts(archive: Archive): Promise<TextTable> {
  const texts = new TextTable()
  if (!archive.has('xl/sharedStrings.xml')) return texts
  let [text, isText, phonetic, length] = ['', false, false, 0]
  await archive.parse('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic = true
      isText = name === 't' && !phonetic
    },
    text: (part) => {
      if (!isText) return
      text += part
      length += part.length
      if (length > longestTexts) refuseFile('has too much text for a workbook; save it as CSV')
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') phonetic = false
      if (name !== 'si') return
      if (texts.count >= mostTexts) refuseFile('has too much text for a workbook; save it as CSV')
      texts.add(unescaped(text))
    },
  })
  return texts
}

/** The format of each style of cells, and the styles that are struck through. */
async function readStyles(archive: Archive): Promise<Pick<SheetSource, 'formats' | 'struck'>> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  const [struck, struckFonts] = [new Set<number>(), new Set<number>()]
  let [fonts, isInCells, isInFonts] = [-1, false, false]
  if (!archive.has('xl/styles.xml')) return { formats, struck }
  await archive.parse('xl/styles.xml', {
    open: (name, { numFmtId = '0', formatCode, fontId = '0', val = '1' }) => {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'fonts') isInFonts = true
      if (name === 'font' && isInFonts) fonts += 1
      if (name === 'strike' && isInFonts && val !== '0' && val !== 'false') struckFonts.add(fonts)
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      if (struckFonts.has(Number(fontId))) struck.add(formats.length)
      formats.push(cellFormatOf(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === 'fonts') isInFonts = false
      if (name === 'cellXfs') isInCells = false
    },
  })
  return { formats, struck }
}

/** The column of a reference such as `AB12`, from 0. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]+/.exec(reference)?.[0] ?? '')].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

interface Merged {
  column: number
  from: number
  to: number
  value: string
}

/** Cells that are merged over several rows. They stand behind the rows, so the part is read to its end first. */
async function readMerged(archive: Archive, path: string): Promise<Merged[]> {
  let [tail, isBehind] = ['', false]
  for await (const chunk of archive.text(path)) {
    tail += chunk
    isBehind ||= /<\/(?:\w+:)?sheetData>/.test(tail)
    if (!isBehind) tail = tail.slice(-30)
    else if (tail.length > 2 ** 22) break
  }
  const ranges = [...tail.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)]
  return ranges
    .slice(0, mostMerged)
    .map(([, letters = '', from, to]) => ({ column: columnOf(letters), from: Number(from), to: Number(to), value: '' }))
    .filter(({ column, from, to }) => to > from && column < mostColumns)
}

/** Each row of merged cells has their value, as the sheet shows it. */
function fillMerged(merged: Merged[], number: number, cells: string[]): void {
  for (const range of merged) {
    if (number === range.from) range.value = cells[range.column] ?? ''
    else if (number > range.from && number <= range.to) cells[range.column] ||= range.value
  }
}

interface SheetSource {
  path: string
  texts: TextTable
  formats: CellFormat[]
  /** Styles of cells that are struck through. */
  struck: ReadonlySet<number>
  epoch: 1900 | 1904
}

/** A row as the sheet has it. */
type ReadRow = { number: number; cells: string[] } & Pick<SheetRow, 'isStruck' | 'isHidden'>

async function* readSheet(archive: Archive, source: SheetSource): AsyncGenerator<SheetRow> {
  const merged = await readMerged(archive, source.path)
  const commented = await readComments(archive, source.path)
  const ready: ReadRow[] = []
  const parser = sheetParser(source, (row) => ready.push(row))
  const take = function* (): Generator<SheetRow> {
    for (const { number, cells, ...marks } of ready.splice(0)) {
      fillMerged(merged, number, cells)
      const row = boundedRow(
        number,
        Array.from(cells, (cell) => cell ?? ''),
      )
      const comments = commented.get(number)
      const is1904 = source.epoch === 1904
      if (row) yield { ...row, ...marks, ...(comments && { comments }), ...(is1904 && { is1904 }) }
    }
  }
  for await (const chunk of archive.text(source.path)) {
    parser.write(chunk)
    yield* take()
  }
  parser.close()
  yield* take()
}

function sheetParser({ texts, formats, struck, epoch }: SheetSource, onRow: (row: ReadRow) => void) {
  let [number, column, length] = [0, -1, 0]
  let [isHidden, filled, struckThrough] = [false, 0, 0]
  let cells: string[] = []
  let cell = { type: 'n', style: 0, value: '', isFormula: false }
  let isValue = false
  const shownValue = (): string => {
    const { type, style, value, isFormula } = cell
    if (value === '') return isFormula ? uncalculated : ''
    if (type === 's') return texts.at(Number(value))
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === 'n') return formattedNumber(value, formats[style], epoch)
    return type === 'd' ? value.slice(0, 10) : unescaped(value)
  }
  const endCell = () => {
    const value = shownValue()
    if (value === '') return
    if (column >= mostColumns) refuseFile(`has more than ${mostColumns} columns in row ${number}`)
    cells[column] = value
    filled += 1
    if (struck.has(cell.style)) struckThrough += 1
  }
  return xmlParser({
    open: (name, { r, t = 'n', s = '0', hidden = '0' }) => {
      if (name === 'row') {
        number = r === undefined ? number + 1 : Number(r)
        ;[cells, column, length, filled, struckThrough] = [[], -1, 0, 0, 0]
        isHidden = hidden === '1' || hidden === 'true'
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r)
        cell = { type: t, style: Number(s), value: '', isFormula: false }
      } else if (name === 'f') cell.isFormula = true
      isValue = name === 'v' || name === 't'
    },
    text: (part) => {
      if (!isValue) return
      cell.value += part
      length += part.length
      if (length > longestRow) refuseFile(`has more than ${longestRow} characters in row ${number}`)
    },
    close: (name) => {
      isValue = false
      if (name === 'c') endCell()
      if (name !== 'row') return
      const isStruck = filled > 0 && struckThrough * 2 > filled
      onRow({ number, cells, ...(isStruck && { isStruck }), ...(isHidden && { isHidden }) })
    },
  })
}
