import { onePagePdf, streamPart } from './build-pdf.ts'

/** A widget of a form: entries of its dictionary besides its place. */
export type Widget = { rect: [number, number, number, number]; entries: string }

const firstWidget = 5
// An appearance as form editors write it for an empty field: a white box with an edge.
const emptyBox = '1 1 1 rg 0 0 200 20 re f 0 0 0 RG 0.5 0.5 199 19 re S'
const box = '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << >> '

/**
 * A one-page PDF with a form (AcroForm, ISO 32000-2, 12.7), each widget with a white box as its appearance.
 * @param parents fields that widgets name as `PARENT0`, `PARENT1`, and so on
 * @param content of the page; lines of text by default. Its font is F1
 */
export function fillablePdf(
  widgets: readonly Widget[],
  page = '/MediaBox [0 0 612 792]',
  parents: readonly string[] = [],
  content?: string,
): Uint8Array {
  const refs = widgets.map((_, index) => `${firstWidget + index} 0 R`).join(' ')
  const appearance = firstWidget + widgets.length
  const resources = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  return onePagePdf({
    ...(content === undefined ? {} : { content }),
    page: `${page} ${resources} /Annots [${refs}]`,
    catalog: `/AcroForm << /Fields [${refs}] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    more: [
      ...widgets.map(({ rect, entries }) => {
        const look = entries.includes('/AP') ? '' : `/AP << /N ${appearance} 0 R >>`
        const own = entries
          .replaceAll('BOX', `${appearance} 0 R`)
          .replaceAll(/PARENT(\d)/g, (_, number) => `${appearance + 1 + Number(number)} 0 R`)
        return `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [${rect.join(' ')}] ${look} ${own} >>`
      }),
      streamPart(emptyBox, { entries: box }),
      ...parents,
    ],
  })
}

const y = (line: number) => 700 - line * 40
/** A text field's place in the n-th line, 200 points wide. */
export const line = (n: number): Widget['rect'] => [100, y(n), 300, y(n) + 20]

/** The entries of a radio button that is off, in a field that a parent describes. @param choice its value when on */
export const radioButton = (parent: number, choice: string): string =>
  `/Parent PARENT${parent} /AS /Off /AP << /N << /${choice} BOX /Off BOX >> >>`

/** A field of radio buttons without a choice. */
export const radioField = (name: string, more = ''): string => `<< /FT /Btn /Ff 49152 /T (${name}) /V /Off ${more} >>`
