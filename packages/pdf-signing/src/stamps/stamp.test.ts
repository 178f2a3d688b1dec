import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { newInk, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { createSealKey, type SealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'

const mark = 'Envelope 01977f3e-2c4a-7b1e-9d53-6f0c2a8e4b17'

let sealKey: SealKey
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
})

async function markPage(page: string) {
  const original = onePagePdf({ content: 'q Q', page: `${page} /Resources << >>` })
  const { pdf } = await sealPdf({ original, stamps: [], mark, certificate: certificateData(), sealKey })
  return { original, pdf }
}

describe('pageMarks', () => {
  it('given a page of letter size, when it is sealed, then its mark is in the margin at the top @full', async () => {
    const { original, pdf } = await markPage('/MediaBox [0 0 612 792]')
    expect(newInk(original, pdf, 1)).toMatchObject({ top: expect.closeTo(9, -1), left: expect.closeTo(20, -1) })
    expect(pdfText(pdf, 1, 1)).toContain(mark)
  })

  it.each(['/MediaBox [0 0 150 300]', '/MediaBox [0 0 500 14]', '/MediaBox [0 0 14 500] /Rotate 90'])(
    'given a small page with %s, when it is sealed, then its whole mark is on it, scaled down @full',
    async (page) => {
      const { original, pdf } = await markPage(page)
      expect(newInk(original, pdf, 1)).toBeDefined()
      expect(pdfText(pdf, 1, 1).replaceAll(/\s/g, '')).toContain(mark.replaceAll(/\s/g, ''))
    },
  )

  it.each(['/MediaBox [0 0 90 300]', '/MediaBox [0 0 500 9]'])(
    'given a page with %s, too small for a mark, when it is sealed, then the certificate alone names the envelope',
    async (page) => {
      const { original, pdf } = await markPage(page)
      expect(newInk(original, pdf, 1)).toBeUndefined()
      expect(pdfText(pdf, 2, 2)).toContain(certificateData().envelopeId)
    },
  )
})
