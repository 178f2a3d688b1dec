import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfFonts, pdfsig, pdfText, qpdfCheck } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng } from '../../test/pdfs/signature-png.ts'
import type { Stamp, StampContent } from '../stamps/stamp.ts'
import { parseSignedData, withoutPadding } from './cms.ts'
import { createSealKey, loadSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'

const fixtureUrl = (name: string) => new URL(`../../test/pdfs/${name}`, import.meta.url)
const fixture = (name: string) => new Uint8Array(readFileSync(fixtureUrl(name)))
const typed: StampContent = { kind: 'typed-signature', text: 'María Ñuñez Gonçalves', font: 'great-vibes' }

let sealKey: SealKey
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Sunrise Insurance Agency' })
})

const seal = (original: Uint8Array, stamps: Stamp[] = [], certificate = certificateData()) =>
  sealPdf({ original, stamps, certificate, sealKey })

function expectValidSeal(pdf: Uint8Array): void {
  const verdict = pdfsig(pdf)
  expect(verdict).toContain('Signature #1')
  expect(verdict).not.toContain('Signature #2')
  expect(verdict).toContain('Signature Validation: Signature is Valid.')
  expect(verdict).toContain('Total document signed')
  expect(verdict).toContain('ETSI.CAdES.detached')
  // Untrusted, as every self-made certificate is, but not broken.
  expect(verdict).toMatch(/Certificate issuer (is unknown|isn't Trusted)/)
}

describe('sealPdf on documents of other programs', () => {
  it.each([
    // stamp-pdf.test.ts seals those of more pages.
    ['cairo.pdf', 1],
    ['quartz.pdf', 1],
  ])(
    'given %s, when it is stamped and sealed, then the seal is valid and all its text is there @full',
    async (name, count) => {
      const original = fixture(name)
      const stamp: Stamp = {
        page: count - 1,
        x: 60,
        y: 60,
        width: 160,
        height: 36,
        content: { kind: 'drawn-signature', png: signaturePng },
      }
      const sealed = await seal(original, [stamp])
      expectValidSeal(sealed.pdf)
      expect(qpdfCheck(sealed.pdf)).toMatchObject({ status: 0 })
      expect(pdfText(sealed.pdf, 1, count)).toBe(pdfText(original, 1, count))
      expect(sealed.pages).toBeGreaterThan(count)
      expect(sealed.sha256).toBe(createHash('sha256').update(sealed.pdf).digest('hex'))
    },
  )
})

/** The types of the attributes that the seal signs, in their order. */
function signedAttributes(pdf: Uint8Array): string[] {
  const [, hex = ''] = /\/Contents <([\da-f]+)>/.exec(Buffer.from(pdf).toString('latin1')) ?? []
  const [signer] = parseSignedData(withoutPadding(Buffer.from(hex, 'hex'))).signerInfos
  return signer?.signedAttrs?.attributes.map(({ type }) => type) ?? []
}

describe('the seal', () => {
  it.each(['EC', 'RSA'])(
    'given a key of %s, when a document is sealed, then as PAdES baseline B: no signing time beside /M @full',
    async (kind) => {
      const p12 = { kind: 'p12', p12: fixture('seal-key.p12'), passphrase: 'test' } as const
      const key = kind === 'RSA' ? await loadSealKey(p12) : sealKey
      const { pdf } = await sealPdf({
        original: onePagePdf(),
        stamps: [],
        certificate: certificateData(),
        sealKey: key,
      })
      const [contentType, digest] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']
      const [protection, certificate] = ['1.2.840.113549.1.9.52', '1.2.840.113549.1.9.16.2.47']
      expect(signedAttributes(pdf).toSorted()).toEqual([certificate, contentType, digest, protection].toSorted())
      expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/M \(D:\d{14}/)
      expectValidSeal(pdf)
    },
  )

  it('given one changed byte, when the file is checked, then its seal is broken', async () => {
    const { pdf } = await seal(onePagePdf())
    const changed = Uint8Array.from(pdf)
    const at = Buffer.from(changed).indexOf('MediaBox')
    changed[at] = 0x4e
    expect(pdfsig(changed)).toContain('Digest Mismatch')
  })

  it('given a P12 key with its chain, when a document is sealed, then its seal is valid', async () => {
    const p12 = fixture('seal-key.p12')
    const key = await loadSealKey({ kind: 'p12', p12, passphrase: 'test' })
    const { pdf } = await sealPdf({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey: key })
    expectValidSeal(pdf)
    expect(pdfsig(pdf)).toContain('CN=Test seal')
  })

  it('given an unusable key, when a document is sealed, then the key is named as the reason', async () => {
    const broken: SealKey = { certificate: sealKey.certificate, secret: { kind: 'pem', pem: 'nothing' } }
    const input = { original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey: broken }
    await expect(sealPdf(input)).rejects.toMatchObject({ name: 'PdfTaskFailed', code: 'SEAL_KEY_INVALID' })
  })

  it('given text in several fonts, when a document is sealed, then every added font is embedded as a subset', async () => {
    const { pdf } = await seal(onePagePdf(), [{ page: 0, x: 60, y: 60, width: 160, height: 36, content: typed }])
    const fonts = pdfFonts(pdf).filter((line) => !line.startsWith('Helvetica'))
    expect(fonts.length).toBeGreaterThanOrEqual(3)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+\S+ +CID TrueType +Identity-H +yes yes yes/)
    expect(pdf.length).toBeLessThan(150_000)
  })
})
