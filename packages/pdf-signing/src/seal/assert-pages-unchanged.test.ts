import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { agreementLines, helveticaResources, onePagePdf, streamPart, writePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfsig, pdfText } from '../../test/pdfs/pdf-tools.ts'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '../libpdf.ts'
import { resolverOf } from '../pdf-objects.ts'
import { stampPdf } from '../stamps/stamp-pdf.ts'
import { assertPagesUnchanged, describeStamped } from './assert-pages-unchanged.ts'
import { createSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'
import { signPdf } from './sign-pdf.ts'

const lost = { name: 'PdfRefused', code: 'PDF_CONTENT_LOST' }
const box = '/MediaBox [0 0 612 792]'
const otherPrice = 'BT /F1 12 Tf 72 600 Td (900000 dollars) Tj ET'

/** Two pages that share a font, in a tree of two levels. */
const twoPages = () =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 2 >>',
    `<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 ${box} >>`,
    '<< /Type /Page /Parent 3 0 R /Contents 6 0 R /Resources << /Font << /F1 8 0 R >> >> >>',
    '<< /Type /Page /Parent 3 0 R /Contents 7 0 R /Resources << /Font << /F1 8 0 R >> >> >>',
    streamPart(agreementLines),
    streamPart(agreementLines.replaceAll('Line', 'Paragraph')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])

let sealKey: SealKey
let stamped: Uint8Array
beforeAll(async () => {
  sealKey = await createSealKey({ organisation: 'Test' })
  stamped = (await stampPdf({ original: twoPages(), stamps: [], mark: 'Envelope' })).pdf
})

/** Appends a page and a valid seal to the stamped pages, and whatever else `change` does, as one update. */
async function sealWith(change: (pdf: PDF) => void, bytes = stamped) {
  const pdf = await PDF.load(bytes)
  const before = describeStamped(bytes, pdf)
  const pages = pdf.getPages()
  pdf.addPage({ size: 'letter' })
  for (const { dict } of pages) dict.clearDirty()
  change(pdf)
  const sealed = await signPdf(pdf, { sealKey })
  expect(pdfsig(sealed)).toContain('Signature is Valid')
  return { sealed, before }
}

async function check({ sealed, before }: Awaited<ReturnType<typeof sealWith>>, bytes = sealed): Promise<void> {
  return assertPagesUnchanged(bytes, await PDF.load(bytes), { stamped: before, added: 1 })
}

function dictOf(pdf: PDF, page: number, ...path: string[]): PdfDict {
  let dict = pdf.getPages()[page]?.dict
  for (const key of path) dict = dict?.getDict(key, resolverOf(pdf))
  return dict ?? expect.fail(`There is no ${path.join('/')}`)
}

/** The stream that holds the lines of the first page. */
function linesOf(pdf: PDF): PdfStream {
  const parts = [...(dictOf(pdf, 0).getArray('Contents', resolverOf(pdf)) ?? [])]
  const streams = parts.map((part) => (part instanceof PdfRef ? pdf.getObject(part) : part))
  const lines =
    streams.find((part) => part instanceof PdfStream && Buffer.from(part.getDecodedData()).includes('Line')) ?? null
  return lines instanceof PdfStream ? lines : expect.fail('The page has no lines')
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (changed: string) => new Uint8Array(Buffer.from(changed, 'latin1'))

const newStream = (pdf: PDF, content: string, entries = {}) => pdf.createStream(entries, Buffer.from(content))

describe('assertPagesUnchanged', () => {
  it('given an update that adds a page and a seal, when it is checked, then it passes', async () => {
    await expect(check(await sealWith(() => undefined))).resolves.toBeUndefined()
  })

  it.each<[string, (pdf: PDF) => void]>([
    ['another content in the stream of a page', (pdf) => linesOf(pdf).set('Length', PdfNumber.of(3))],
    ['another content stream', (pdf) => dictOf(pdf, 0).set('Contents', newStream(pdf, otherPrice))],
    [
      'one more content stream',
      (pdf) => dictOf(pdf, 0).getArray('Contents', resolverOf(pdf))?.push(newStream(pdf, otherPrice)),
    ],
    [
      'another font under a shared name',
      (pdf) => dictOf(pdf, 0, 'Resources', 'Font', 'F1').set('BaseFont', PdfName.of('Symbol')),
    ],
    ['an annotation', (pdf) => dictOf(pdf, 1).set('Annots', new PdfArray([pdf.register(new PdfDict())]))],
    ['a page that is turned', (pdf) => dictOf(pdf, 1).set('Rotate', PdfNumber.of(90))],
    ['a turned page tree', (pdf) => treeOf(pdf).set('Rotate', PdfNumber.of(90))],
    ['another order of pages', (pdf) => pdf.movePage(0, 1)],
    ['a page less', (pdf) => void pdf.removePage(1)],
    ['a copy in the place of a page', (pdf) => copyFirst(pdf)],
    ['an action on opening', (pdf) => pdf.getCatalog().set('OpenAction', new PdfDict())],
    ['layers', (pdf) => pdf.getCatalog().set('OCProperties', new PdfDict())],
    ['a field with an appearance', (pdf) => void pdf.getOrCreateForm().createTextField('More')],
    ['an object that no table lists', (pdf) => void newStream(pdf, '\n3 0 obj\n<< /Type /Page >>\nendobj\n')],
  ])('given an update with %s, when it is checked, then it is refused', async (_, change) => {
    await expect(check(await sealWith(change))).rejects.toMatchObject(lost)
  })
})

function treeOf(pdf: PDF): PdfDict {
  return pdf.getCatalog().getDict('Pages', resolverOf(pdf)) ?? expect.fail('There is no page tree')
}

function copyFirst(pdf: PDF): void {
  const copy = new PdfDict(dictOf(pdf, 0))
  pdf.removePage(0)
  pdf.insertPage(0, copy)
}

describe('assertPagesUnchanged on bytes that libpdf does not write', () => {
  it('given a page that refers to an object which only the certificate makes, when it is checked, then it is refused', async () => {
    const size = /\/Size (\d\d)\n/.exec(text(stamped))?.[1]
    // Of the same length, so that all objects are where the table says.
    const shadow = bytesOf(text(stamped).replace(/\/F1 \d 0 R\n/, `/F1 ${size} 0 R`))
    expect(text(shadow)).toContain(`/F1 ${size} 0 R`)
    expect(shadow).toHaveLength(stamped.length)
    await expect(check(await sealWith(() => undefined, shadow))).rejects.toMatchObject(lost)
  })

  it('given a second update behind the seal, when it is checked, then it is refused', async () => {
    const made = await sealWith(() => undefined)
    const pdf = await PDF.load(made.sealed)
    pdf.getPages()[0]?.drawText('900000 dollars', { x: 72, y: 72 })
    await expect(check(made, await pdf.save({ incremental: true }))).rejects.toMatchObject(lost)
  })

  it.each([
    ['declares an object free', (update: string) => update.replace(' 00000 n\r', ' 00000 f\r')],
    [
      'lists an object at another place',
      (update: string) => update.replace(/\n\d{10} 00000 n\r/, '\n0000000015 00000 n\r'),
    ],
    ['skips the stamped pages', (update: string) => update.replace(/\/Prev \d/, '/Prev 9')],
    ['has an entry of a hybrid file', (update: string) => update.replace('/ID', '/XRefStm 17 /ID')],
    ['names another catalog', (update: string) => update.replace('/Root 1 ', '/Root 2 ')],
  ])('given a table that %s, when it is checked, then it is refused', async (_, change) => {
    const made = await sealWith(() => undefined)
    const changed = bytesOf(text(stamped) + change(text(made.sealed.subarray(stamped.length))))
    expect(text(changed)).not.toBe(text(made.sealed))
    const pdf = await PDF.load(made.sealed)
    await expect(assertPagesUnchanged(changed, pdf, { stamped: made.before, added: 1 })).rejects.toMatchObject(lost)
  })

  it('given stamped pages with an update of their own, when they are sealed, then they are refused', async () => {
    const pdf = await PDF.load(stamped)
    pdf.getPages()[0]?.drawText('900000 dollars', { x: 72, y: 72 })
    await expect(check(await sealWith(() => undefined, await pdf.save({ incremental: true })))).rejects.toMatchObject(
      lost,
    )
  })
})

describe('sealPdf on reviewed pages', () => {
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const seal = (reviewed: Uint8Array, sha256: string) =>
    sealPdf({ reviewed, sha256, certificate: certificateData(), sealKey })

  it('given other pages than those of the hash, when they are sealed, then it fails', async () => {
    const other = await stampPdf({ original: onePagePdf({ page: `${box} ${helveticaResources}` }), stamps: [] })
    await expect(seal(other.pdf, hashOf(stamped))).rejects.toMatchObject({ code: 'SEAL_PAGES_DIFFER' })
  })

  it('given pages in a tree of two levels, stamped by an earlier release, when they are sealed, then they are kept', async () => {
    const pdf = await PDF.load(twoPages())
    pdf.setTitle('Agreement')
    for (const { dict } of pdf.getPages())
      dict.set('MediaBox', new PdfArray([0, 0, 612, 792].map((n) => PdfNumber.of(n))))
    const nested = await pdf.save()
    expect(text(nested).match(/\/Type \/Pages/g)).toHaveLength(2)
    const sealed = await seal(nested, hashOf(nested))
    expect(pdfsig(sealed.pdf)).toContain('Total document signed')
    expect(pdfText(sealed.pdf, 2, 2)).toContain('Paragraph 29 of the agreement')
  })

  it('given a catalog of another generation, when its document is stamped and sealed, then it is kept', async () => {
    const later = text(onePagePdf())
      .replace('\n1 0 obj', '\n1 1 obj')
      .replace('/Root 1 0 R', '/Root 1 1 R')
      .replace(' 00000 n', ' 00001 n')
    const { pdf, sha256 } = await stampPdf({ original: bytesOf(later), stamps: [] })
    expect(text(pdf)).toContain('/Root 1 1 R')
    expect(pdfsig((await seal(pdf, sha256)).pdf)).toContain('Total document signed')
  })
})
