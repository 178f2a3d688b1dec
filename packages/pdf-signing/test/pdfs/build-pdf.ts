import type { PdfRefusalCode } from '../../src/pdf-errors.ts'

/** A PDF that is hard to sign, and what must become of it. */
export type AwkwardPdf = {
  name: string
  make: () => Uint8Array | Promise<Uint8Array>
  /** The codes it may be refused with; sealed without. */
  refused?: PdfRefusalCode[]
  /** Words that the sealed pages have, or that are gone from the whole file. */
  shows?: string[]
  hides?: string[]
}

type Part = string | Buffer

const lineCount = 30

/** Lines of text as a page's content; the font is called F1. */
export const agreementLines = Array.from(
  { length: lineCount },
  (_, index) => `BT /F1 12 Tf 72 ${720 - index * 20} Td (Line ${index} of the agreement) Tj ET`,
).join('\n')

export const helveticaResources =
  '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

/** A stream object; `length` may lie. */
export function streamPart(
  content: Part,
  { entries = '', length }: { entries?: string; length?: number } = {},
): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.from(`<< /Length ${length ?? bytes.length} ${entries}>>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

/** Writes a PDF of numbered objects, the first of which is the catalog, byte for byte as given. */
export function writePdf(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  const offsets: number[] = []
  let at = chunks.reduce((length, chunk) => length + chunk.length, 0)
  parts.forEach((part, index) => {
    const bytes = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(part), Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += bytes.length
    chunks.push(bytes)
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = parts.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return new Uint8Array(
    Buffer.concat([...chunks, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}`)]),
  )
}

type PageOptions = {
  content?: Part
  /** Entries of the page, with its boxes and resources. */
  page?: string
  /** Entries of the page tree's root, which pages inherit from. */
  pages?: string
  /** Entries of the catalog. */
  catalog?: string
  /** Objects from number 5 on. */
  more?: readonly Part[]
}

/** A PDF of one page: catalog 1, page tree 2, page 3, content 4. */
export function onePagePdf({
  content = agreementLines,
  page = `/MediaBox [0 0 612 792] ${helveticaResources}`,
  pages = '',
  catalog = '',
  more = [],
}: PageOptions = {}): Uint8Array<ArrayBuffer> {
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    Buffer.isBuffer(content) ? content : streamPart(content),
    ...more,
  ])
}

/** A page that readers understand differently: pdf.js shows its text, libpdf takes the stray 7 for a key and loses it. */
export function ambiguousPdf(): Uint8Array {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]7/Contents 4 0 R ${helveticaResources} >>`,
    streamPart(agreementLines),
  ])
}

/** A page that is one picture, as a scanner makes it: a grey ramp with a bar in the grey `bar`, and no words. */
export function scanPdf({ withPicture = true, bar = 30 } = {}): Uint8Array {
  const side = 64
  const pixels = Buffer.from(Array.from({ length: side * side }, (_, at) => (at % side > 40 ? bar : 255 - (at >> 6))))
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 `
  return onePagePdf({
    content: withPicture ? 'q 500 0 0 700 56 46 cm /Im1 Do Q' : 'q Q',
    page: '/MediaBox [0 0 612 792] /Resources << /XObject << /Im1 5 0 R >> >>',
    more: [streamPart(pixels, { entries: image })],
  })
}

/** A form of one text field with a value and the appearance that shows it, on a white ground. */
export function formPdf({ catalogForm = '' } = {}): Uint8Array {
  const appearance = streamPart('1 1 1 rg 0 0 200 20 re f BT /F1 12 Tf 0 g 4 5 Td (Filled by staff) Tj ET', {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] ${helveticaResources} `,
  })
  return onePagePdf({
    page: `/MediaBox [0 0 612 792] ${helveticaResources} /Annots [5 0 R]`,
    catalog: `/AcroForm << /Fields [5 0 R] ${catalogForm} >>`,
    more: [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (note) /V (Filled by staff) /F 4 /P 3 0 R /Rect [300 300 500 320] /AP << /N 6 0 R >> >>',
      appearance,
    ],
  })
}

/** A PDF of pages with one line of text each. @param lastPage entries of the last page */
export function pagesPdf(count: number, lastPage = ''): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const page = (number: number) =>
    `<< /Type /Page /Parent 2 0 R /Contents ${2 * number + 2} 0 R /MediaBox [0 0 612 792] ${helveticaResources} ${number === count ? lastPage : ''} >>`
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${2 * number + 1} 0 R`).join(' ')}] /Count ${count} >>`,
    ...numbers.flatMap((number) => [
      page(number),
      streamPart(`BT /F1 12 Tf 72 720 Td (Page ${number} of the agreement) Tj ET`),
    ]),
  ])
}
