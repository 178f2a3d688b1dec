import { Readable } from 'node:stream'
import type { ZipPart } from '../../platform/files/zip-stream.ts'
import { spreadsheetText } from './spreadsheet-text.ts'
import type { Table } from './table.ts'

/** XLSX workbooks (ECMA-376, part 1, 18), written row by row. Each cell is a text, so that no spreadsheet changes a number. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The most characters of a cell that spreadsheets open. */
const longestCell = 32_767
const cut = ' … (cut here, since a cell of a workbook holds no more; the export as CSV has all of it)'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const coded = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Characters that XML cannot hold, or would change, are written as `_x000D_`, and so is what looks like one. */
const escapedText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\n\t])[\p{Cc}\ufffe\uffff]/gu, coded)
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)

const bounded = (text: string): string =>
  text.length <= longestCell ? text : text.slice(0, longestCell - cut.length).toWellFormed() + cut

const columnName = (n: number): string =>
  (n < 26 ? '' : columnName(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

function rowXml(cells: readonly string[], number: number, columns: readonly string[]): string {
  const written = cells.map((text, at) =>
    text === ''
      ? ''
      : `<c r="${columns[at]}${number}" t="inlineStr"><is><t xml:space="preserve">${escapedText(bounded(spreadsheetText(text)))}</t></is></c>`,
  )
  return `<row r="${number}">${written.join('')}</row>`
}

async function* sheetXml({ headings, rows }: Table): AsyncGenerator<string> {
  const columns = headings.map((_heading, at) => columnName(at))
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>`
  yield rowXml(headings, 1, columns)
  let number = 2
  for await (const batch of rows()) {
    yield batch.map((cells, at) => rowXml(cells, number + at, columns)).join('')
    number += batch.length
  }
  yield '</sheetData></worksheet>'
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${documents}/${type}" Target="${target}"/>`
const relations = (all: string) => `${head}<Relationships xmlns="${packages}/relationships">${all}</Relationships>`

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts>
<fills count="1"><fill><patternFill patternType="none"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="1"><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

export function workbookParts(tables: readonly Table[], modified: Date): ZipPart[] {
  const part = (name: string, text: string): ZipPart => ({ name, modified, open: async () => Readable.from([text]) })
  const numbered = tables.map((table, at) => ({ table, n: at + 1 }))
  const overrides = numbered.map(
    ({ n }) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`,
  )
  const sheets = numbered.map(({ table, n }) => `<sheet name="${table.name}" sheetId="${n}" r:id="rId${n}"/>`)
  const targets = numbered.map(({ n }) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`))
  return [
    part(
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`,
    ),
    part('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    part(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', relations(targets.join('') + relation('styles', 'styles', 'styles.xml'))),
    part('xl/styles.xml', styles),
    ...numbered.map(({ table, n }) => ({
      name: `xl/worksheets/sheet${n}.xml`,
      modified,
      open: async () => Readable.from(sheetXml(table), { objectMode: false }),
    })),
  ]
}
