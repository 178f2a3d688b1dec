import type { PdfLoss } from '@agency/contract/pdf-checks'
import { describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { inflatingPdf } from '../../test/pdfs/hostile-pdfs.ts'
import { lossyPdf, unprintableValuePdf } from '../../test/pdfs/lossy-pdfs.ts'
import { encryptedPdf, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { createSealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import { inspectPdf, inspectPrompt } from './inspect-pdf.ts'

const all: PdfLoss[] = ['look', 'words', 'value']
const page = (what: PdfLoss, index: number) => ({ what, page: index })

describe('a PDF whose plain copy would lack something', () => {
  it.each([
    ['the look of its last page', lossyPdf({ strokes: [2] }), [page('look', 2)], /^Page 3 of this PDF would look diff/],
    ['words of a page without notes', lossyPdf({ words: [1] }), [page('words', 1)], /^Words on page 2 of this PDF/],
    [
      'the look of several pages',
      lossyPdf({ pages: 7, strokes: [0, 1, 2, 3, 4, 5, 6] }),
      [0, 1, 2, 3, 4, 5, 6].map((index) => page('look', index)),
      /^Pages 1, 2, 3, 4, 5 and 2 more of this PDF would look/,
    ],
    [
      'both',
      lossyPdf({ strokes: [0, 2], words: [1] }),
      [page('look', 0), page('words', 1), page('look', 2)],
      /^Pages 1 and 3 of this PDF would look different after signing\. Words on page 2 /,
    ],
  ])(
    'given %s, when it is inspected, then all of it is named; once accepted, nothing else is lost @full',
    async (_, bytes, losses, words) => {
      const refusal = inspectPdf(bytes)
      await expect(refusal).rejects.toMatchObject({ code: 'PDF_CONTENT_LOST', losses, acceptable: losses })
      await expect(refusal).rejects.toThrow(words)
      const accepted = [...new Set(losses.map(({ what }) => what))]
      const { plain, losses: found } = await inspectPdf(bytes, { accepted })
      expect(found).toEqual(losses)
      // The copy is what is sealed: nothing is lost of it.
      expect((await inspectPdf(plain)).losses).toEqual([])
    },
  )

  it('given one accepted loss of two, when it is inspected, then the other is still refused @full', async () => {
    const bytes = lossyPdf({ strokes: [0], words: [1] })
    await expect(inspectPdf(bytes, { accepted: ['look'] })).rejects.toMatchObject({ losses: [page('words', 1)] })
    await expect(inspectPdf(bytes, { accepted: ['words', 'value'] })).rejects.toMatchObject({
      losses: [page('look', 0)],
    })
  })

  it('given a value that cannot be shown, when its loss is accepted, then the page is kept without it @full', async () => {
    const bytes = unprintableValuePdf()
    await expect(inspectPdf(bytes, { use: 'read' })).rejects.toMatchObject({ losses: [page('value', 0)] })
    await expect(inspectPdf(bytes, { use: 'read', accepted: ['look'] })).rejects.toMatchObject({
      losses: [page('value', 0)],
    })
    const { losses } = await inspectPdf(bytes, { use: 'read', accepted: ['value'] })
    expect(losses).toEqual([page('value', 0)])
  })

  it('given a large one, when its loss is accepted, then the check that follows is given it', async () => {
    const limit = { pages: 0, bytes: 0 }
    await expect(inspectPrompt(unprintableValuePdf(), limit)).rejects.toMatchObject({ losses: [page('value', 0)] })
    expect(await inspectPrompt(unprintableValuePdf(), limit, { accepted: ['value'] })).toEqual({ pages: 1 })
  })

  it('given a PDF that lacks nothing, when losses are accepted, then none is found and every word is kept @full', async () => {
    const { plain, losses } = await inspectPdf(onePagePdf(), { accepted: all })
    expect([losses, pdfText(plain, 1, 1)]).toEqual([[], pdfText(onePagePdf(), 1, 1)])
  })
})

describe('a PDF that must not be used', () => {
  const signed = async () => {
    const sealKey = await createSealKey({ organisation: 'Test' })
    return (await sealPdf({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })).pdf
  }
  it.each([
    ['PDF_ALREADY_SIGNED', signed],
    ['PDF_PASSWORD_NEEDED', () => encryptedPdf(onePagePdf(), { user: 'secret' })],
    ['PDF_TOO_COMPLEX', () => encryptedPdf(inflatingPdf())],
    ['PDF_IS_PORTFOLIO', () => onePagePdf({ catalog: '/Collection << /View /D >>' })],
    ['PDF_TRUNCATED', () => lossyPdf({ strokes: [0] }).subarray(0, 900)],
  ])('given %s, when all losses are accepted, then it is refused, with no loss to accept @full', async (code, make) => {
    const refusal = inspectPdf(await make(), { accepted: all })
    await expect(refusal).rejects.toMatchObject({ code, acceptable: [] })
  })
})
