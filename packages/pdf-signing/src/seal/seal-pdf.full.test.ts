import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { onePagePdf, streamPart } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfsig, pdfText, qpdfCheck } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng } from '../../test/pdfs/signature-png.ts'
import { inspectPdf } from '../intake/inspect-pdf.ts'
import { openForReading } from '../reading/open-pdf.ts'
import { stampPdf } from '../stamps/stamp-pdf.ts'
import { createSealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'

it('given a long document of Word, when it is stamped and sealed, then the seal is valid, all its text is there, and the certificate takes its paper', async () => {
  const original = new Uint8Array(readFileSync(new URL('../../test/pdfs/word.pdf', import.meta.url)))
  const content = { kind: 'drawn-signature', png: signaturePng } as const
  const stamps = [{ page: 58, x: 60, y: 60, width: 160, height: 36, content }]
  const sealKey = await createSealKey({ organisation: 'Sunrise Insurance Agency' })
  const sealed = await sealPdf({ original, stamps, certificate: certificateData(), sealKey })
  expect(pdfsig(sealed.pdf)).toContain('Signature Validation: Signature is Valid.')
  expect(pdfsig(sealed.pdf)).toContain('Total document signed')
  expect(qpdfCheck(sealed.pdf)).toMatchObject({ status: 0 })
  expect(pdfText(sealed.pdf, 1, 59)).toBe(pdfText(original, 1, 59))

  const document = await openForReading(sealed.pdf)
  const { width, height } = (await document.getPage(document.numPages)).getViewport({ scale: 1 })
  await document.loadingTask.destroy()
  expect(document.numPages).toBeGreaterThan(59)
  expect([width, height]).toEqual([expect.closeTo(612, 1), expect.closeTo(792, 1)])
})

it('given an upload of almost 25 MB, when its plain copy is stamped and sealed, then the larger pages are sealed too', async () => {
  const [width, height] = [5_010, 5_232]
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 `
  const uploaded = onePagePdf({
    content: 'q 500 0 0 500 56 46 cm /Im1 Do Q',
    page: '/MediaBox [0 0 612 792] /Resources << /XObject << /Im1 5 0 R >> >>',
    more: [streamPart(randomBytes(width * height), { entries: image })],
  })
  const { plain } = await inspectPdf(uploaded, { use: 'read' })
  const content = { kind: 'typed-signature', text: 'María Ñuñez', font: 'great-vibes' } as const
  const stamps = [{ page: 0, x: 60, y: 60, width: 160, height: 36, content }]
  const { pdf: reviewed, sha256 } = await stampPdf({ original: plain, stamps, mark: `Envelope ${'f'.repeat(36)}` })
  expect(reviewed.length).toBeGreaterThan(25 * 2 ** 20)
  const sealKey = await createSealKey({ organisation: 'Sunrise Insurance Agency' })
  const sealed = await sealPdf({ reviewed, sha256, certificate: certificateData(), sealKey })
  expect(Buffer.from(sealed.pdf.subarray(0, reviewed.length)).equals(reviewed)).toBe(true)
})
