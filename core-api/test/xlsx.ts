import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A ZIP archive of texts by path. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

interface SheetParts {
  /** The content of `sheetData`. */
  rows: string
  /** What stands behind it, such as merged cells. */
  behind?: string
  texts?: string[]
  styles?: string
  /** Attributes of `workbookPr`. */
  properties?: string
  /** The content of `sheetData` of the sheet `Lists`, which is hidden without any. */
  lists?: string
  /** The content of `commentList` of the sheet `Book`. */
  comments?: string
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** An XLSX workbook with the sheets `Lists` and `Book`. */
export function xlsxOf({
  rows,
  behind = '',
  texts = [],
  styles = '',
  properties = '',
  lists,
  comments,
}: SheetParts): Promise<Buffer> {
  return zipOf({
    '[Content_Types].xml': `${head}<Types/>`,
    'xl/workbook.xml': `${head}<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>
      <sheet name="Lists" state="${lists === undefined ? 'hidden' : 'visible'}" r:id="rId2"/><sheet name="Book" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${head}<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    'xl/worksheets/sheet2.xml': `${head}<worksheet><sheetData>${lists ?? ''}</sheetData></worksheet>`,
    ...(comments !== undefined && {
      'xl/worksheets/_rels/sheet1.xml.rels': `${head}<Relationships>
        <Relationship Id="rId1" Type="http://schemas.example/relationships/comments" Target="../comments1.xml"/></Relationships>`,
      'xl/comments1.xml': `${head}<comments><authors><author>t</author></authors><commentList>${comments}</commentList></comments>`,
    }),
  })
}
