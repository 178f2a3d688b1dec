import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pixelsOf } from '../../test/pdfs/page-pixels.ts'
import { pdfsig, pdfText, qpdfCheck } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng } from '../../test/pdfs/signature-png.ts'
import { createPdfWorker } from '../process/pdf-worker-pool.ts'
import { createSealKey, type SealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import type { Stamp, StampContent } from './stamp.ts'
import { stampPdf } from './stamp-pdf.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/pdfs/${name}`, import.meta.url)))
const contents: StampContent[] = [
  { kind: 'typed-signature', text: 'María Ñuñez Gonçalves', font: 'great-vibes' },
  { kind: 'drawn-signature', png: signaturePng },
  { kind: 'text', text: '3 de fev. de 1951' },
  { kind: 'text', text: 'Đặng Щербаков' },
  { kind: 'check' },
  { kind: 'dot' },
]
const stamps: Stamp[] = contents.map((content, row) => ({
  page: 0,
  x: 40,
  y: 60 + row * 40,
  width: 120,
  height: 30,
  content,
}))
const mark = `Envelope ${'f'.repeat(36)}`

let sealKey: SealKey
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Sunrise Insurance Agency' })
})

describe('stampPdf', () => {
  it('given the same document and stamps, when stamped here, again, and in another process, then the bytes are equal @full', async () => {
    const input = { original: onePagePdf(), stamps, mark }
    const worker = createPdfWorker()
    const [first, again, byProcess] = [await stampPdf(input), await stampPdf(input), await worker.stamp(input)]
    await worker.close()
    expect(Buffer.from(again.pdf).equals(first.pdf)).toBe(true)
    expect(Buffer.from(byProcess.pdf).equals(first.pdf)).toBe(true)
    expect(byProcess).toMatchObject({ sha256: first.sha256, pages: 1 })
    expect(first.sha256).toBe(createHash('sha256').update(first.pdf).digest('hex'))
  })

  it('given another value, when stamped, then the bytes differ @full', async () => {
    const one = await stampPdf({ original: onePagePdf(), stamps: stamps.slice(0, 2), mark })
    const other = await stampPdf({ original: onePagePdf(), stamps: stamps.slice(0, 3), mark })
    expect(one.sha256).not.toBe(other.sha256)
  })

  it('given a stamp beyond the page, when stamped, then the input is named as the reason @full', async () => {
    const beyond = stamps.map((stamp) => ({ ...stamp, x: 2_000 }))
    await expect(stampPdf({ original: onePagePdf(), stamps: beyond })).rejects.toMatchObject({
      code: 'SEAL_INPUT_INVALID',
    })
  })
})

const papers = ['libreoffice', 'distiller-rotated', 'ghostscript', 'pdftex', 'quartz', 'word']

describe('sealing reviewed pages', () => {
  it.each(papers.map((name) => `${name}.pdf`))(
    'given %s, stamped and reviewed, when sealed, then it begins with those bytes, and each stamp has the same pixels [PH-04] @full',
    async (name) => {
      const original = fixture(name)
      const { pdf: reviewed, sha256, pages } = await stampPdf({ original, stamps, mark })
      const sealed = await sealPdf({ reviewed, sha256, certificate: certificateData(), sealKey })
      expect(Buffer.from(sealed.pdf.subarray(0, reviewed.length)).equals(reviewed)).toBe(true)
      expect(sealed.pages).toBeGreaterThan(pages)
      const shown = await pixelsOf(reviewed, 0, stamps)
      expect(await pixelsOf(sealed.pdf, 0, stamps)).toEqual(shown)
      const before = await pixelsOf(original, 0, stamps)
      expect(shown.map((pixels, at) => pixels.equals(before[at] ?? pixels))).toEqual(stamps.map(() => false))
      expect(pdfsig(sealed.pdf)).toContain('Signature is Valid.')
      expect(pdfsig(sealed.pdf)).toContain('Total document signed')
      expect(qpdfCheck(sealed.pdf)).toMatchObject({ status: 0 })
      const words = new Set(pdfText(sealed.pdf, 1, pages).split(/\s+/))
      expect(
        pdfText(original, 1, 99)
          .split(/\s+/)
          .filter((word) => !words.has(word)),
      ).toEqual([])
      const certificate = pdfText(sealed.pdf, pages + 1, sealed.pages)
      expect(certificate).toContain(sha256)
      expect(certificate).toContain(`shown to the signer for review before signing; the first ${reviewed.length} bytes`)
    },
  )

  it('given pages nobody reviewed, when sealed, then they are stamped in the same way, and the certificate does not say reviewed @full', async () => {
    const input = { original: onePagePdf(), stamps, mark }
    const { pdf: stamped, pages, sha256 } = await stampPdf(input)
    const sealed = await sealPdf({ ...input, certificate: certificateData(), sealKey })
    expect(Buffer.from(sealed.pdf.subarray(0, stamped.length)).equals(stamped)).toBe(true)
    const certificate = pdfText(sealed.pdf, pages + 1, sealed.pages)
    expect(certificate).toContain(sha256)
    expect(certificate).not.toContain('reviewed')
  })
})
