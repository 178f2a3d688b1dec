import { beforeAll, describe, expect, it } from 'vitest'
import { agreementLines, formPdf, helveticaResources, onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { type InkBox, newInk, pdfsig, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { signaturePng as png } from '../../test/pdfs/signature-png.ts'
import { createSealKey, type SealKey } from '../seal/seal-key.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import type { Stamp, StampContent } from './stamp.ts'

const typed: StampContent = { kind: 'typed-signature', text: 'María Ñuñez Gonçalves', font: 'great-vibes' }
const plainPage = `/MediaBox [0 0 612 792] ${helveticaResources}`

let sealKey: SealKey
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
})

const seal = (original: Uint8Array, stamps: Stamp[]) =>
  sealPdf({ original, stamps, certificate: certificateData(), sealKey })

const box = { x: 220, y: 90, width: 150, height: 40 }

/**
 * The test's picture is a square that is dark in its upper left quarter alone. It fills the box's height at its left
 * edge, so upright it has ink here, give or take a pixel of rounding.
 */
function expectQuarterAt220x90(ink: InkBox | undefined): void {
  const edges = { left: 220, top: 90, right: 240, bottom: 110 }
  for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
    expect(Math.abs((ink?.[edge] ?? 0) - edges[edge])).toBeLessThanOrEqual(1)
  }
}

describe('stamps', () => {
  const cases = [0, 90, 180, 270].flatMap((rotate) => [
    { rotate, page: `${plainPage} /Rotate ${rotate}` },
    { rotate, page: `${plainPage} /CropBox [60 40 560 700] /Rotate ${rotate}` },
  ])

  it.each(cases)(
    'given a page with $page, when it is stamped, then the ink is in the box as the page is seen',
    async ({ page }) => {
      const original = onePagePdf({ content: 'q Q', page })
      const { pdf } = await seal(original, [{ page: 0, ...box, content: { kind: 'drawn-signature', png } }])
      expectQuarterAt220x90(newInk(original, pdf, 1))
    },
  )

  it.each<[string, StampContent]>([
    ['a typed signature', typed],
    [
      'a long typed signature',
      { kind: 'typed-signature', text: 'María de los Ángeles Gonçalves Ñuñez', font: 'caveat' },
    ],
    ['a text', { kind: 'text', text: '06/17/2025' }],
    ['a long text', { kind: 'text', text: 'María de los Ángeles Ñuñez Gonçalves, '.repeat(4) }],
    ['a check', { kind: 'check' }],
    ['a dot', { kind: 'dot' }],
  ])('given %s on a turned page, when it is stamped, then it stays inside its box', async (_, content) => {
    const original = onePagePdf({ content: 'q Q', page: `${plainPage} /Rotate 90` })
    const { pdf } = await seal(original, [{ page: 0, ...box, content }])
    const ink = newInk(original, pdf, 1)
    expect(ink?.left).toBeGreaterThanOrEqual(box.x)
    expect(ink?.top).toBeGreaterThanOrEqual(box.y)
    expect(ink?.right).toBeLessThanOrEqual(box.x + box.width)
    expect(ink?.bottom).toBeLessThanOrEqual(box.y + box.height)
    expect((ink?.bottom ?? 0) - (ink?.top ?? 0)).toBeGreaterThan(6)
  })

  it.each([
    ['leaves states open', 'q 0.5 0 0 0.5 90 90 cm q 1 0 0 -1 0 0 cm q q'],
    ['closes states it did not open', 'Q Q 0.5 0 0 0.5 90 90 cm'],
  ])('given content that %s, when the page is stamped, then the stamp is where it belongs', async (_, content) => {
    const original = onePagePdf({ content, page: plainPage })
    const { pdf } = await seal(original, [{ page: 0, ...box, content: { kind: 'drawn-signature', png } }])
    expectQuarterAt220x90(newInk(original, pdf, 1))
  })

  it('given resources that the page inherits, when it is stamped, then its text stays @full', async () => {
    const original = onePagePdf({ page: '', pages: `/MediaBox [0 0 612 792] ${helveticaResources}` })
    const { pdf } = await seal(original, [{ page: 0, ...box, y: 700, content: typed }])
    expect(pdfText(pdf, 1, 1)).toContain('Line 29 of the agreement')
    expect(pdfText(pdf, 1, 1)).toContain('María Ñuñez Gonçalves')
  })

  it('given a form field, when it is stamped over, then the field is part of the page and the stamp is on top @full', async () => {
    const original = formPdf()
    const onField = {
      page: 0,
      x: 302,
      y: 472,
      width: 196,
      height: 20,
      content: { kind: 'drawn-signature', png },
    } as const
    const { pdf } = await seal(original, [onField])
    expect(pdfText(pdf, 1, 1)).toContain('Filled by staff')
    expect(newInk(original, pdf, 1)).toMatchObject({ left: 302, top: 472 })
    expect(pdfsig(pdf)).toContain('Signature is Valid')
  })

  it.each(['王秀英', 'محمد', 'יעל', 'हिन्दी', 'Đặng Thị Hồng', 'Łukasz Żółć', 'Σωκράτης'])(
    'given the name %s, when it is typed as a text and as a signature, then both stand in their boxes as typed @full',
    async (name) => {
      const original = onePagePdf({ content: 'q Q', page: plainPage })
      const signature: Stamp = {
        page: 0,
        ...box,
        content: { kind: 'typed-signature', text: name, font: 'great-vibes' },
      }
      const { pdf } = await seal(original, [{ ...signature, y: 140, content: { kind: 'text', text: name } }, signature])
      const ink = newInk(original, pdf, 1)
      expect(ink?.left).toBeGreaterThanOrEqual(box.x)
      expect(ink?.top).toBeGreaterThanOrEqual(box.y)
      expect(ink?.bottom).toBeLessThanOrEqual(180)
      const text = pdfText(pdf, 1, 1).replaceAll(/[\u202A-\u202E\s]/g, '')
      expect(text.split(name.replaceAll(' ', ''))).toHaveLength(3)
      expect(pdfsig(pdf)).toContain('Signature is Valid')
    },
  )

  it.each<StampContent>([
    { kind: 'text', text: 'José 🙂' },
    { kind: 'typed-signature', text: 'José 🙂', font: 'caveat' },
    { kind: 'text', text: 'Ana \uFFFD' },
  ])('given %o, which no font can print, when it is sealed, then that is the reason why it is not', async (content) => {
    const sealing = seal(onePagePdf({ content: agreementLines }), [{ page: 0, ...box, content }])
    await expect(sealing).rejects.toMatchObject({ name: 'PdfTaskFailed', code: 'SEAL_TEXT_UNPRINTABLE' })
  })

  it.each<[string, Partial<Stamp>]>([
    ['is on no page', { page: 1 }],
    ['is outside its page', { x: 600 }],
    ['has no height', { height: 0 }],
    ['has no place', { y: Number.NaN }],
    ['has a picture that is no PNG', { content: { kind: 'drawn-signature', png: new Uint8Array(100) } }],
    ['has a damaged picture', { content: { kind: 'drawn-signature', png: png.slice(0, 50) } }],
  ])('given a stamp that %s, when it is sealed, then the stamp is named as the reason', async (_, changes) => {
    const stamp: Stamp = { page: 0, ...box, content: { kind: 'check' }, ...changes }
    const sealing = seal(onePagePdf({ content: agreementLines }), [stamp])
    await expect(sealing).rejects.toMatchObject({ name: 'PdfTaskFailed', code: 'SEAL_INPUT_INVALID' })
  })
})
