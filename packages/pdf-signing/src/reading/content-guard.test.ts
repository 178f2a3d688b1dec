import { describe, expect, it } from 'vitest'
import { agreementLines, onePagePdf, scanPdf } from '../../test/pdfs/build-pdf.ts'
import { assertContentSurvived } from './content-guard.ts'
import { readOriginal } from './read-original.ts'

const linesAnd = (more: string) => readOriginal(onePagePdf({ content: `${agreementLines}\n${more}` }))
const square = '0 g 300 400 12 12 re f'
const lost = expect.objectContaining({ code: 'PDF_CONTENT_LOST' })

describe('assertContentSurvived', () => {
  it('given new text behind the old, when the pages are compared, then they pass', async () => {
    const [before, after] = [await linesAnd(''), await linesAnd('BT /F1 12 Tf 72 72 Td (Signed) Tj ET')]
    const stamp = { page: 0, x: 70, y: 700, width: 60, height: 30 }
    expect(() => assertContentSurvived(before, after, [stamp])).not.toThrow()
  })

  it('given one word less, when the pages are compared, then the document is refused', async () => {
    const before = await linesAnd('')
    const after = await readOriginal(onePagePdf({ content: agreementLines.replace('Line 17 of', 'Line 17') }))
    expect(() => assertContentSurvived(before, after, [])).toThrow(lost)
  })

  it('given a page less, when the pages are compared, then the document is refused', async () => {
    const before = await linesAnd('')
    expect(() => assertContentSurvived([...before, ...before], before, [])).toThrow(lost)
  })

  it('given a page without words that lost its picture, when the pages are compared, then the document is refused', async () => {
    const [before, after] = [await readOriginal(scanPdf()), await readOriginal(scanPdf({ withPicture: false }))]
    expect(() => assertContentSurvived(before, after, [])).toThrow(lost)
    expect(() => assertContentSurvived(before, before, [])).not.toThrow()
  })

  it('given a small mark that is new, when it is outside the stamps, then the document is refused, and inside not', async () => {
    const [before, after] = [await linesAnd(''), await linesAnd(square)]
    const over = { page: 0, x: 298, y: 378, width: 16, height: 16 }
    expect(() => assertContentSurvived(before, after, [over])).not.toThrow()
    expect(() => assertContentSurvived(before, after, [{ ...over, x: 100 }])).toThrow(lost)
    expect(() => assertContentSurvived(before, after, [{ ...over, page: 1 }])).toThrow(lost)
  })

  it('given a page that is turned, when the pages are compared, then the document is refused', async () => {
    const page = '/MediaBox [0 0 600 600] /Resources << >>'
    const before = await readOriginal(onePagePdf({ content: 'q Q', page }))
    const after = await readOriginal(onePagePdf({ content: 'q Q', page: `${page} /Rotate 90` }))
    expect(() => assertContentSurvived(before, after, [])).toThrow(lost)
  })
})
