import { Readable } from 'node:stream'
import type { ImportDelimiter, ImportEncoding } from '@agency/contract/client-imports'
import { describe, expect, it } from 'vitest'
import { xlsxOf, zipOf } from '../../../../test/xlsx.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import { detectDelimiter, readCsv } from './read-csv.ts'
import { openWorkbook } from './read-xlsx.ts'
import type { SheetRow } from './table.ts'

function chunksOf(bytes: Buffer): Buffer[] {
  // Small ones, so that characters and quotes are cut.
  const size = bytes.length > 10_000 ? 65_536 : 7
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}
const streamOf = (bytes: Buffer) => Readable.from(chunksOf(bytes))

async function all(rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  const read: SheetRow[] = []
  for await (const row of rows) read.push(row)
  return read
}
const csv = (text: string | Buffer, delimiter: ImportDelimiter = ',', encoding: ImportEncoding = 'utf-8') =>
  all(readCsv(streamOf(Buffer.from(text)), { encoding, delimiter }))
const sheet = async (parts: Parameters<typeof xlsxOf>[0]) => all((await openWorkbook(await xlsxOf(parts))).rows('Book'))
const cellsOf = (rows: SheetRow[]) => rows.map(({ cells }) => cells)

describe('CSV', () => {
  it('[BK-01] given quotes, quoted line ends, an empty and a short row, when read, then cells and row numbers are right', async () => {
    const text = 'Name,Note\r\n"O""Hara, Ann","two\r\nlines"\r\n\r\nBob 6\' 2",\r\n'
    expect(await csv(text)).toMatchObject([
      { number: 1, cells: ['Name', 'Note'] },
      { number: 2, cells: ['O"Hara, Ann', 'two\r\nlines'] },
      { number: 4, cells: ['Bob 6\' 2"'] },
    ])
  })

  it.each<[ImportEncoding, Buffer]>([
    ['utf-8', Buffer.from('\ufeffZoë,Núñez\n')],
    ['utf-16le', Buffer.from('\ufeffZoë,Núñez\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffZoë,Núñez\n', 'utf16le').swap16()],
    ['utf-16le', Buffer.from('Zoë,Núñez\n', 'utf16le')],
    ['windows-1252', Buffer.concat([Buffer.from(`${'Ann,Lee\n'.repeat(2_000)}Zo\xeb,N\xfa\xf1ez\n`, 'latin1')])],
  ])('[BK-01] given %s, when detected and read, then letters are right', async (encoding, bytes) => {
    expect(await detectEncoding(encoding.startsWith('utf-16') ? Readable.from([bytes]) : streamOf(bytes))).toBe(
      encoding,
    )
    expect((await csv(bytes, ',', encoding)).at(-1)?.cells).toEqual(['Zoë', 'Núñez'])
  })

  it.each([
    ['macintosh', [0x4a, 0x6f, 0x73, 0x8e, 0x2c, 0x4d, 0x75, 0x96, 0x6f, 0x7a]],
    ['cp850', [0x4a, 0x6f, 0x73, 0x82, 0x2c, 0x4d, 0x75, 0xa4, 0x6f, 0x7a]],
    ['windows-1252', [0x4a, 0x6f, 0x73, 0xe9, 0x2c, 0x4d, 0x75, 0xf1, 0x6f, 0x7a]],
  ] as const)('[BK-01] given names in %s, when read, then their letters are right', async (encoding, bytes) => {
    expect(await detectEncoding(streamOf(Buffer.from(bytes)))).toBe(encoding)
    let text = ''
    for await (const part of decodeText(streamOf(Buffer.from(bytes)), encoding)) text += part
    expect(text).toBe('José,Muñoz')
  })

  it('[BK-41] given UTF-8 with single bytes of Windows-1252, when detected and read, then all letters are right, and those rows say so', async () => {
    const lines = ['Name,City', 'Zoë,Núñez', 'Jos\xe9,Bogotá', 'Ana,Lima']
    const bytes = Buffer.concat(
      lines.map((line) => Buffer.from(`${line}\n`, line.includes('\xe9') ? 'latin1' : 'utf8')),
    )
    const mixed = Buffer.concat([bytes, Buffer.from('Iv'), Buffer.from([0xe1]), Buffer.from('n,Córdoba 🙂\n')])
    expect(await detectEncoding(streamOf(mixed))).toBe('utf-8')
    const rows = await csv(mixed)
    expect(rows.map(({ cells, isRecoded = false }) => [...cells, isRecoded])).toEqual([
      ['Name', 'City', false],
      ['Zoë', 'Núñez', false],
      ['José', 'Bogotá', true],
      ['Ana', 'Lima', false],
      ['Iván', 'Córdoba 🙂', true],
    ])
    expect(await detectEncoding(streamOf(Buffer.from(`JOS\xc9\x92S ${'Jos\xe9 '.repeat(20)}\n`, 'latin1')))).toBe(
      'windows-1252',
    )
  })

  it('[BK-27] given letters that were coded twice, when read, then they are mended, and others stay', async () => {
    const rows = await csv(
      Buffer.from('MarÃ\u00ada,PeÃ±a\nJoÃ£o,SÃ£o Paulo\nAndrÃ©,â‚¬5\nÂngela,IRMÃ\nZoë,ÂÊ\nJOSÉ’S,ANDRÉ’\n'),
    )
    expect(rows.map(({ cells, isMended = false }) => [...cells, isMended])).toEqual([
      ['María', 'Peña', true],
      ['João', 'São Paulo', true],
      ['André', '€5', true],
      ['Ângela', 'IRMÃ', false],
      ['Zoë', 'ÂÊ', false],
      ['JOSÉ’S', 'ANDRÉ’', false],
    ])
  })

  it.each<[ImportDelimiter, string]>([
    [',', 'Name,Phone\n"Lee; Ann",1\n"B, C",2\n'],
    [';', 'Name;Premium\nAnn;1,50\nBob;2,50\n'],
    ['\t', 'Name\tCity, State\nAnn\tMiami, FL\n'],
    ['|', 'Name|Phone\nAnn|1\n'],
    [';', 'sep=;\nName;Phone\n'],
    [';', 'Name;City, State;Premium\nAnn;"Miami, FL;1,50\nBob;Tampa, FL;2,50\n'],
    [',', 'Name\nAnn\n'],
    [',', `Name,Phone\n${'"Lee, Ann",3055550100\n'.repeat(300)}`],
    [';', `Name;Phone;Address\n${'Lee, Ann;3055550100;1 Main St, Miami, FL\n'.repeat(20)}`],
    ['\t', `Book\nName\tPhone\tNotes\n${'Lee, Ann\t3055550100\ta, b, c\n'.repeat(60)}`],
    [',', `Name,Phone,Notes\n${'Lee; Ann,3055550100,a; b; c\n'.repeat(60)}`],
    [',', `Name,Notes\n${'Bo Lee,one; two; three\n'.repeat(3)}`],
    [';', `Agency, Inc., Miami, FL\nName;Phone;Address\n${'Lee, Bo;3055550100;1 Main St, Miami, FL\n'.repeat(5)}`],
    [';', `Name;Phone;Address;Premium\nLee;305;Apt 4; Main St;99,50\n${'Bo;305;1 Main St;100,50\n'.repeat(9)}`],
    ['\t', `Sunshine\nClients, all, of 2026\nName\tPhone\tCity\n${'Lee, Bo\t305\tMiami, FL\n'.repeat(300)}`],
  ])('[BK-01] given %s between cells, when detected, then it is that', async (delimiter, text) => {
    expect(await detectDelimiter(text)).toBe(delimiter)
  })

  it('[BK-01] given words in quotes at the start of thousands of cells, when read, then each row is one', async () => {
    const rows = await csv(`Name,Phone\n${'"Annie" Ann Lee,3055550100\n'.repeat(3_000)}`)
    expect(rows).toHaveLength(3_001)
    expect(new Set(rows.map(({ cells }) => cells.join()))).toEqual(
      new Set(['Name,Phone', '"Annie" Ann Lee,3055550100']),
    )
  })

  it('[BK-01] given words in quotes between texts of several lines, when read, then no row takes in another one', async () => {
    const some = ['"Annie" Ann Lee,305,ok', 'Cy Lee,305,"two\nlines, here"', 'Di Lee,305,no']
    const rows = await csv(`Name,Phone,Notes\n${`${some.join('\n')}\n`.repeat(300)}`)
    expect(rows).toHaveLength(901)
    expect(rows.slice(1, 4).map(({ cells }) => cells)).toEqual([
      ['"Annie" Ann Lee', '305', 'ok'],
      ['Cy Lee', '305', 'two\nlines, here'],
      ['Di Lee', '305', 'no'],
    ])
  })

  it('[BK-01] given a line that names the separator, when read, then it is no row', async () => {
    expect(await csv('sep=;\r\nName;Phone\r\n', ';')).toMatchObject([{ number: 2, cells: ['Name', 'Phone'] }])
  })

  it.each<[string, string, string[][]]>([
    [
      'a quote that is never closed',
      'a,b\nCy,"Day\nDi,May\n',
      [
        ['a', 'b'],
        ['Cy', '"Day'],
        ['Di', 'May'],
      ],
    ],
    [
      'one that a later row seems to close',
      'a,b,c\nCy,"Day,1\nDi,May,"z"\nEd,May,2\n',
      [
        ['a', 'b', 'c'],
        ['Cy', '"Day', '1'],
        ['Di', 'May', 'z'],
        ['Ed', 'May', '2'],
      ],
    ],
    [
      'one in the last cell that a later row seems to close',
      'a,b,c\nCy,1,"Day\nDi,2,"z"\nEd,3,w\n',
      [
        ['a', 'b', 'c'],
        ['Cy', '1', '"Day'],
        ['Di', '2', 'z'],
        ['Ed', '3', 'w'],
      ],
    ],
    [
      'one that a cell two rows below seems to close',
      'a,b,c\nCy,"Day,1\nDi,May,2\nEd,"May, x",3\n',
      [
        ['a', 'b', 'c'],
        ['Cy', '"Day', '1'],
        ['Di', 'May', '2'],
        ['Ed', 'May, x', '3'],
      ],
    ],
    [
      'one before a row of several lines',
      'a,b,c\nCy,1,"Day\nDi,"x\ny",2\n',
      [
        ['a', 'b', 'c'],
        ['Cy', '1', '"Day'],
        ['Di', 'x\ny', '2'],
      ],
    ],
    [
      'one behind a cell of several lines',
      'a,b,c\n1,"x\ny","Day\nDi,2,z\nEd,"v\nw","Day',
      [
        ['a', 'b', 'c'],
        ['1', 'x\ny', '"Day'],
        ['Di', '2', 'z'],
        ['Ed', 'v\nw', '"Day'],
      ],
    ],
    [
      'a heading of two lines below a title',
      'Book\n"Last\nname",b\nLee,1\n',
      [['Book'], ['Last\nname', 'b'], ['Lee', '1']],
    ],
    [
      'notes of several lines, last and behind a short row',
      'a,b,c\n1,2,"x\ny, z, ""w"""\n3,4\n5,"6\n7",8\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', 'x\ny, z, "w"'],
        ['3', '4'],
        ['5', '6\n7', '8'],
      ],
    ],
    [
      'a note whose lines have as many commas as rows have',
      'a,b,c\nCy,1,"Wife:\nDi,May,wife"\nEd,2,"Son:\nFay,Jo,son\nthen"\n',
      [
        ['a', 'b', 'c'],
        ['Cy', '1', 'Wife:\nDi,May,wife'],
        ['Ed', '2', 'Son:\nFay,Jo,son\nthen'],
      ],
    ],
    [
      'words in quotes before notes of several lines',
      'a,b,c\n"Di" Ed,1,"x, y"\n"Di" Ed,2,"x\ny"\n"Di" Ed,3,"say ""x"", y"\n"Di"-Ed,4,z\n',
      [
        ['a', 'b', 'c'],
        ['"Di" Ed', '1', 'x, y'],
        ['"Di" Ed', '2', 'x\ny'],
        ['"Di" Ed', '3', 'say "x", y'],
        ['"Di"-Ed', '4', 'z'],
      ],
    ],
    [
      'quotes in a quoted cell',
      '"Ann "Annie"",1\n"5\'6" tall",2\n',
      [
        ['Ann "Annie"', '1'],
        ['5\'6" tall', '2'],
      ],
    ],
    ['blanks around quotes', 'a, "Lee, Jr" ,c\r\n', [['a', 'Lee, Jr', 'c']]],
    ['text formulas of digits', '="02108","=""0012"""\n', [['02108', '0012']]],
    [
      'line ends of old Macs',
      'a,"x\ry"\rb,c\r',
      [
        ['a', 'x\ry'],
        ['b', 'c'],
      ],
    ],
  ])('[BK-27] given %s, when read, then no row is in the cell of another', async (_what, text, cells) => {
    expect(cellsOf(await csv(text))).toEqual(cells)
  })

  it.each([
    ['one endless line', 'x'.repeat(1_100_000), /more than 1,000,000 characters/],
    ['hundreds of quotes that are never closed', 'a,"b\n'.repeat(2_000), /quotes that are never closed/],
    ['10,000 columns', `${'x,'.repeat(9_999)}x\n`, /10000 columns in row 1; 500/],
  ])('[BK-09] given %s, when read, then it is refused in words @full', async (_what, text, message) => {
    await expect(csv(text)).rejects.toThrow(message)
  })
})

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="000\\-00\\-0000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd;@"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'

describe('XLSX', () => {
  it('[BK-01] given shared, rich and inline texts, dates, patterns and formulas, when read, then cells are as shown', async () => {
    const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" s="1"><v>29221</v></c><c r="B3" s="2"><v>12345678</v></c><c r="C3" s="3"><v>45000.5</v></c>
        <c r="D3" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="E3" t="b"><v>1</v></c><c r="F3"><v>0.30000000000000004</v></c>
        <c r="G3"><f>A1+1</f><v>7</v></c><c r="H3"><f>A1+1</f></c><c r="I3" t="e"><v>#N/A</v></c></row><row r="9"/>`
    const texts = ['<t>Full</t>', '<r><t>Ri</t></r><r><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh>']
    expect(await sheet({ rows, texts, styles })).toEqual([
      { number: 2, cells: ['Full', '', 'Rich '] },
      {
        number: 3,
        cells: ['1980-01-01', '012-34-5678', '2023-03-15', 'a & b', 'TRUE', '0.3', '7', '#FORMULA!', '#N/A'],
      },
    ])
  })

  it('[BK-01] given cells without references and the days of 1904, when read, then they are in order', async () => {
    const rows = '<row><c><v>1</v></c><c s="1"><v>27759</v></c></row><row><c><v>2</v></c></row>'
    expect(await sheet({ rows, styles, properties: 'date1904="1"' })).toEqual([
      { number: 1, cells: ['1', '1980-01-01'], is1904: true },
      { number: 2, cells: ['2'], is1904: true },
    ])
  })

  it('[BK-01] given cells merged over rows, when read, then each row has the value, and a merged title only its first cell', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'Book 2026')}</row><row r="2">${cell('A2', '1 Main St')}${cell('B2', 'Ann')}</row>
      <row r="3"><c r="A3"/>${cell('B3', 'Bob')}</row><row r="4">${cell('B4', 'Cy')}</row>`
    const behind = '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/></mergeCells><pageMargins/>'
    expect(cellsOf(await sheet({ rows, behind }))).toEqual([
      ['Book 2026'],
      ['1 Main St', 'Ann'],
      ['1 Main St', 'Bob'],
      ['', 'Cy'],
    ])
  })

  it('[BK-01] given comments of cells, and rows that are struck through or hidden, when read, then each row has them', async () => {
    const cell = (at: string, text: string, style = 0) =>
      `<c r="${at}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'Ann')}</row><row r="2" hidden="1">${cell('A2', 'Bob')}</row>
      <row r="3">${cell('A3', 'Cy', 1)}${cell('B3', '7', 1)}</row><row r="4">${cell('A4', 'Di', 1)}${cell('B4', '8')}</row>`
    const struck =
      '<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/></cellXfs>'
    const comments = `<comment ref="A1"><text><r><t>Passed </t></r><r><t>away 3/2026</t></r></text></comment>
      <comment ref="B1"><text><t>[Threaded comment]\n\nYour version reads it.\n\nComment:\n    Call Eva</t></text></comment>`
    expect(await sheet({ rows, styles: struck, comments })).toEqual([
      { number: 1, cells: ['Ann'], comments: ['Passed away 3/2026', 'Call Eva'] },
      { number: 2, cells: ['Bob'], isHidden: true },
      { number: 3, cells: ['Cy', '7'], isStruck: true },
      { number: 4, cells: ['Di', '8'] },
    ])
  })

  it('[BK-01] given a workbook with a hidden sheet, when opened, then only the others are offered', async () => {
    expect((await openWorkbook(await xlsxOf({ rows: '' }))).sheets).toEqual(['Book'])
  })

  const wide = '<row r="1"><c r="XFD1"><v>1</v></c></row>'
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['no archive', async () => Buffer.from('PK\x03\x04 broken'), /damaged/],
    ['another archive', () => zipOf({ 'a.txt': 'a' }), /damaged/],
    ['16,384 columns', () => xlsxOf({ rows: wide }), /more than 500 columns in row 1/],
    ['XML that is not closed', () => xlsxOf({ rows: '<row r="1"><c></row>' }), /damaged/],
    [
      'a NUL character',
      () => xlsxOf({ rows: '<row r="1"><c t="inlineStr"><is><t>&#0;</t></is></c></row>' }),
      /damaged/,
    ],
    [
      'a zip bomb',
      () => xlsxOf({ rows: `<row r="1"><c t="str"><v>${'A'.repeat(1_500_000)}</v></c></row>` }),
      /more than 1000000 characters/,
    ],
    [
      'comments of many megabytes',
      () =>
        xlsxOf({
          rows: '',
          comments: `<comment ref="A1"><text>${`<t>${'A'.repeat(900_000)}</t>`.repeat(10)}</text></comment>`,
        }),
      /too much text in comments/,
    ],
    ['a text without end', () => xlsxOf({ rows: '', texts: [`<t>${'A'.repeat(9_000_000)}</t>`] }), /without end/],
    [
      'external entities',
      () =>
        zipOf({
          'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook>&e;</workbook>',
          'xl/_rels/workbook.xml.rels': '<Relationships/>',
        }),
      /entities/,
    ],
  ])('[BK-09] given %s, when read, then it is refused in words', async (_what, bytes, message) => {
    const read = async () => all((await openWorkbook(await bytes())).rows('Book'))
    await expect(read()).rejects.toThrow(message)
  })
})
