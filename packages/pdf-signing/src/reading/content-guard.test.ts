import { describe, expect, it } from 'vitest'
import {
  agreementLines,
  helveticaResources,
  onePagePdf,
  scanPdf,
  streamPart,
  writePdf,
} from '../../test/pdfs/build-pdf.ts'
import { assertContentKept } from './content-guard.ts'
import { readOriginal } from './read-original.ts'

const withLinesAnd = (more: string) => onePagePdf({ content: `${agreementLines}\n${more}` })
const square = '0 g 300 400 12 12 re f'

/** A page for each of these, with the lines and what is drawn after them. */
function pagesOf(...contents: string[]): Uint8Array {
  const kids = contents.map((_, index) => `${3 + 2 * index} 0 R`)
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /Contents ${4 + 2 * index} 0 R /MediaBox [0 0 612 792] ${helveticaResources} >>`,
    streamPart(`${agreementLines}\n${content}`),
  ])
  const tree = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${contents.length} >>`
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', tree, ...pages])
}

const lost = expect.objectContaining({ code: 'PDF_CONTENT_LOST' })

describe('assertContentKept', () => {
  it('given new text behind the old, when the pages are compared, then they pass', async () => {
    const before = await readOriginal(withLinesAnd(''))
    const stamp = { page: 0, x: 70, y: 700, width: 60, height: 30 }
    await assertContentKept(withLinesAnd('BT /F1 12 Tf 72 72 Td (Signed) Tj ET'), before, { stamps: [stamp] })
  })

  it('given one word less, when the pages are compared, then the document is refused', async () => {
    const before = await readOriginal(withLinesAnd(''))
    const after = onePagePdf({ content: agreementLines.replace('Line 17 of', 'Line 17') })
    await expect(assertContentKept(after, before, { stamps: [] })).rejects.toEqual(lost)
  })

  it('given a page less, when the pages are compared, then the document is refused', async () => {
    const before = await readOriginal(withLinesAnd(''))
    const twice = [...before, ...before]
    await expect(assertContentKept(withLinesAnd(''), twice, { stamps: [] })).rejects.toEqual(lost)
  })

  it('given a page without words that lost its picture, when the pages are compared, then the document is refused', async () => {
    const before = await readOriginal(scanPdf())
    await expect(assertContentKept(scanPdf({ withPicture: false }), before, { stamps: [] })).rejects.toEqual(lost)
    await assertContentKept(scanPdf(), before, { stamps: [] })
  })

  it('given a small mark that is new, when it is outside the stamps, then the document is refused, and inside not @full', async () => {
    const [before, after] = [await readOriginal(withLinesAnd('')), withLinesAnd(square)]
    const over = { page: 0, x: 298, y: 378, width: 16, height: 16 }
    await assertContentKept(after, before, { stamps: [over] })
    await expect(assertContentKept(after, before, { stamps: [{ ...over, x: 100 }] })).rejects.toEqual(lost)
    await expect(assertContentKept(after, before, { stamps: [{ ...over, page: 1 }] })).rejects.toEqual(lost)
  })

  it('given the same new square on each page, when one page has another square too, then the document is refused @full', async () => {
    const before = await readOriginal(pagesOf('', '', ''))
    const stamps = [0, 1, 2].map((page) => ({ page, x: 298, y: 378, width: 16, height: 16 }))
    await assertContentKept(pagesOf(square, square, square), before, { stamps })
    const other = pagesOf(square, `${square} 0 g 100 400 12 12 re f`, square)
    await expect(assertContentKept(other, before, { stamps })).rejects.toEqual(lost)
    // The same square is outside the stamp of one page.
    const misplaced = stamps.map((stamp) => (stamp.page === 2 ? { ...stamp, x: 100 } : stamp))
    await expect(assertContentKept(pagesOf(square, square, square), before, { stamps: misplaced })).rejects.toEqual(
      lost,
    )
  })

  const hatched = (shift: number) =>
    Array.from({ length: 120 }, (_, n) => `${100 + n * 2.7 + shift} 200 m ${200 + n * 2.7 + shift} 400 l S`).join('\n')
  const drawn = (content: string) =>
    onePagePdf({ content: `0.9 w ${content}`, page: '/MediaBox [0 0 612 792] /Resources << >>' })

  it('given a hatched chart, when it is drawn a fraction of a pixel beside, then it passes, and without a part it is refused', async () => {
    const before = await readOriginal(drawn(hatched(0)))
    await assertContentKept(drawn(hatched(0.8)), before, { stamps: [] })
    const partly = drawn(hatched(0).split('\n').slice(0, 100).join('\n'))
    await expect(assertContentKept(partly, before, { stamps: [] })).rejects.toEqual(lost)
  })

  it.each([
    ['a thin line is lost', '', '100 600 m 400 600 l S'],
    ['a thin line is new', '100 600 m 400 600 l S', ''],
    ['a line is moved by six points', '100 600 m 400 600 l S', '100 594 m 400 594 l S'],
    ['a grey area gets darker', '0.7 g 100 500 50 50 re f', '0.5 g 100 500 50 50 re f'],
  ])('given that %s, when the pages are compared, then the document is refused', async (_, was, is) => {
    const before = await readOriginal(drawn(was))
    await expect(assertContentKept(drawn(is), before, { stamps: [] })).rejects.toEqual(lost)
  })

  it('given a page that is turned, when the pages are compared, then the document is refused', async () => {
    const page = '/MediaBox [0 0 600 600] /Resources << >>'
    const before = await readOriginal(onePagePdf({ content: 'q Q', page }))
    const after = onePagePdf({ content: 'q Q', page: `${page} /Rotate 90` })
    await expect(assertContentKept(after, before, { stamps: [] })).rejects.toEqual(lost)
  })
})
