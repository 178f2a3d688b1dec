import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helveticaResources, onePagePdf, scanPdf, streamPart } from '../../test/pdfs/build-pdf.ts'
import { stampPdf } from '../stamps/stamp-pdf.ts'
import { addedAfter, digestOf, InstructionReader, type Instructions } from './drawing-instructions.ts'
import { openForReading } from './open-pdf.ts'

async function instructionsOf(pdf: Uint8Array): Promise<(Instructions | undefined)[]> {
  const document = await openForReading(pdf)
  const reader = new InstructionReader()
  const pages: (Instructions | undefined)[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await reader.read(await document.getPage(number), 'print'))
  }
  await document.loadingTask.destroy()
  return pages
}

/** What the page of one PDF draws after the page of another, see `addedAfter`. */
async function addedBetween(before: Uint8Array, after: Uint8Array): Promise<string | undefined> {
  const [[drawn], [again]] = [await instructionsOf(before), await instructionsOf(after)]
  const digest = drawn && digestOf(drawn)
  return digest && again && addedAfter(digest, again)
}

const text = 'BT /F1 12 Tf 72 700 Td (Sum: 100 dollars) Tj ET'
const withFont = (font: string, more: Buffer[] = []) =>
  onePagePdf({ content: text, page: `/MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} >> >>`, more })
const withPattern = (grey: number) =>
  onePagePdf({
    content: '/Pattern cs /P1 scn 100 100 200 200 re f',
    page: '/MediaBox [0 0 612 792] /Resources << /Pattern << /P1 5 0 R >> >>',
    more: [
      streamPart(`${grey} g 0 0 5 5 re f`, {
        entries:
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >> ',
      }),
    ],
  })
const withShading = (red: number) =>
  onePagePdf({
    content: '/S1 sh',
    page: '/MediaBox [0 0 612 792] /Resources << /Shading << /S1 5 0 R >> >>',
    more: [
      `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 612 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [${red} 0 0] /C1 [0 0 1] /N 1 >> >>`,
    ],
  })
const type3 =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 49 /LastChar 49 /Widths [9] /Encoding << /Type /Encoding /Differences [49 /one] >> /Resources << >> /CharProcs << /one 5 0 R >> >>'
const withGlyph = (width: number) => withFont(type3, [streamPart(`9 0 d0 0 0 ${width} 9 re f`)])
const base = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`

describe('drawing instructions', () => {
  it('given a stamped copy, when its pages are read, then each has the instructions of the original, and all add the same @full', async () => {
    const original = new Uint8Array(readFileSync(new URL('../../test/pdfs/libreoffice.pdf', import.meta.url)))
    const { pdf } = await stampPdf({ original, stamps: [], mark: 'Envelope ffff' })
    const [before, after] = [await instructionsOf(original), await instructionsOf(pdf)]
    const added = before.map((drawn, index) => {
      const [digest, stamped] = [drawn && digestOf(drawn), after[index]]
      return digest && stamped && addedAfter(digest, stamped)
    })
    expect(added).toHaveLength(4)
    expect(new Set(added).size).toBe(1)
    expect(added[0]).toMatch(/^.{44}$/)
  })

  it.each([
    ['font', withFont(base('Helvetica')), withFont(base('Times-Roman'))],
    ['glyph', withGlyph(5), withGlyph(6)],
    ['pattern', withPattern(0), withPattern(0.5)],
    ['shading', withShading(0), withShading(1)],
    ['picture', scanPdf(), scanPdf({ bar: 31 })],
  ])('given the same content with another %s, when it is compared, then it is not the same', async (_, one, other) => {
    expect(await addedBetween(one, one)).toBe('')
    expect(await addedBetween(one, other)).toBeUndefined()
  })

  it.each([
    ['saves and restores around it', `q q ${text} Q Q`, ''],
    ['a line after it', `q ${text} Q 0 0 m 9 9 l S`, expect.stringMatching(/./)],
    ['a line after it in the same state', `q ${text} 0 0 m 9 9 l S Q`, undefined],
    ['a line before it', `0 0 m 9 9 l S q ${text} Q`, undefined],
    ['a matrix around it', `q 1 0 0 1 5 5 cm ${text} Q`, undefined],
    ['another number in it', text.replace('100', '900'), undefined],
  ])('given a page with %s, when it is compared, then that is seen', async (_, content, added) => {
    expect(await addedBetween(onePagePdf({ content: text }), onePagePdf({ content }))).toEqual(added)
  })

  it('given a page in a layer, when it is read, then its instructions cannot be compared', async () => {
    const page = `/MediaBox [0 0 200 200] ${helveticaResources.replace('/Font', '/Properties << /L 5 0 R >> /Font')}`
    const catalog = '/OCProperties << /OCGs [5 0 R] /D << >> >>'
    const more = ['<< /Type /OCG /Name (Layer) >>']
    expect(await instructionsOf(onePagePdf({ content: `/OC /L BDC ${text} EMC`, page, catalog, more }))).toEqual([
      undefined,
    ])
  })

  it('given a page that restores more than it saves, when it is digested, then it cannot be compared', async () => {
    expect(digestOf(['10', '11', '11', '10'])).toBeUndefined()
    expect(digestOf(['10', '10', '11'])).toBeUndefined()
    expect(digestOf(['10', '11'])).toMatchObject({ count: 2, leadingSaves: 1 })
  })
})
