import { helveticaResources, onePagePdf, streamPart, writePdf } from './build-pdf.ts'

/** A stroke that every viewer draws by itself: it has no appearance, so that the plain copy lacks it. */
const stroke =
  '<< /Type /Annot /Subtype /Ink /Rect [72 100 300 320] /InkList [[80 110 290 310]] /C [0 0 1] /F 4 /BS << /W 3 >> >>'

/** What only some readers find: the entry behind the box. */
const garbled = '/MediaBox [0 0 612 792]7'
const plainBox = '/MediaBox [0 0 612 792] '

/**
 * A PDF of which some pages can't be kept.
 * @param strokes pages, from 0, that look different without their stroke @param words pages that lose their words
 * @param unused bytes beside the pages
 */
export function lossyPdf({
  pages = 3,
  strokes = [],
  words = [],
  unused = 0,
}: {
  pages?: number
  strokes?: number[]
  words?: number[]
  unused?: number
}) {
  const numbers = Array.from({ length: pages }, (_, index) => index)
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((page) => `${2 * page + 3} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...numbers.flatMap((page) => [
      `<< /Type /Page /Parent 2 0 R ${words.includes(page) ? garbled : plainBox}/Contents ${2 * page + 4} 0 R ${helveticaResources} ${strokes.includes(page) ? `/Annots [${stroke}]` : ''} >>`,
      streamPart(`BT /F1 12 Tf 72 720 Td (Page ${page + 1} of the agreement) Tj ET`),
    ]),
    streamPart(Buffer.alloc(unused)),
  ])
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A form that is filled in with a character its font lacks, and whose field shows nothing. */
export const unprintableValuePdf = () =>
  onePagePdf({
    page: `/MediaBox [0 0 612 792] ${helveticaResources} /Annots [5 0 R]`,
    catalog: `/AcroForm << /Fields [5 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv ${helvetica} >> >> >>`,
    more: ['<< /Type /Annot /Subtype /Widget /T (f) /F 4 /P 3 0 R /Rect [100 600 300 640] /FT /Tx /V <feff6f22> >>'],
  })
