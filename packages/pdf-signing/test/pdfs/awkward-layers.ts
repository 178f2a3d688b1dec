import { type AwkwardPdf, helveticaResources, onePagePdf, streamPart } from './build-pdf.ts'

const content = 'BT /F1 12 Tf 20 160 Td (Agreement) Tj ET /OC /Layer BDC BT /F1 12 Tf 20 60 Td (Layered) Tj ET EMC'
const resources = helveticaResources.replace('/Font', '/Properties << /Layer 5 0 R >> /Font')

type Layers = {
  group?: string
  config?: string
  membership?: string
  page?: string
  /** Entries of the page's resources. */
  uses?: string
  drawn?: string
  more?: (string | Buffer)[]
}

/** A page with some text in a layer: group 6, named by the content through 5. */
function layeredPdf({
  group = '',
  config = '',
  membership,
  page = '',
  uses = '',
  drawn,
  more = [],
}: Layers): Uint8Array {
  const own = resources.replace('<< /Properties', `<< ${uses} /Properties`)
  return onePagePdf({
    content: drawn ?? content,
    page: `/MediaBox [0 0 200 200] ${membership ? own : own.replace('5 0 R', '6 0 R')} ${page}`,
    catalog: `/OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] ${config} >> >>`,
    more: [membership ?? '<< >>', `<< /Type /OCG /Name (Layer) ${group} >>`, ...more],
  })
}

const refused: AwkwardPdf['refused'] = ['PDF_HAS_HIDDEN_LAYERS']
const shows = ['Agreement', 'Layered']
const hidden = { shows: ['Agreement'], hides: ['Layered'] }
const off = '/OFF [6 0 R]'
const usage = (category: string, state: string) => ({
  group: `/Usage << /${category} << /${category}State /${state} >> >>`,
  config: `/AS [<< /Event /${category} /OCGs [6 0 R] /Category [/${category}] >>]`,
})
const membership = (entries: string) => `<< /Type /OCMD /OCGs [6 0 R] ${entries} >>`

const noteLook = (text: string, entries = '') =>
  streamPart(`BT /F1 10 Tf 0 g 2 4 Td (${text}) Tj ET`, {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 60 20] ${helveticaResources} ${entries}`,
  })

const layeredLook = streamPart(
  'BT /F1 10 Tf 2 4 Td (Form) Tj ET /OC /L BDC 40 0 20 20 re f BT /F1 10 Tf 2 14 Td (Layered) Tj ET EMC',
  {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 60 40] ${helveticaResources.replace('/Font', '/Properties << /L 6 0 R >> /Font')} `,
  },
)

const image = (more: string) =>
  streamPart(Buffer.from([80]), {
    entries: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more} `,
  })

/** The last text has the place and the colour that the hidden content set. */
const everyDrawing = `BT /F1 12 Tf 20 160 Td (Agreement) Tj ET q /Own Do /OC /Layer BDC
/Span << /ActualText (inner) >> BDC 20 20 30 30 re f* EMC 1 0 0 RG 20 60 m 90 90 l S 20 20 m 60 60 l 90 20 l b
q 10 0 0 10 80 20 cm /Fm Do /Im Do BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q
BT /F1 12 Tf 14 TL 20 100 Td [(Lay) -20 (ered)] TJ (Layered) ' 0 0 (Layered) " ET
0 0 1 rg 1 0 0 1 40 10 cm EMC BT /F1 12 Tf 20 100 Td (After) Tj ET Q`

export const awkwardLayers: AwkwardPdf[] = [
  { name: 'a layer that is shown', make: () => layeredPdf({}), shows },
  { name: 'a hidden layer', make: () => layeredPdf({ config: off }), ...hidden },
  { name: 'layers that start hidden', make: () => layeredPdf({ config: '/BaseState /OFF' }), ...hidden },
  {
    name: 'a hidden layer with drawings of every kind, around which the state changes',
    make: () =>
      layeredPdf({
        config: off,
        uses: '/XObject << /Fm 7 0 R /Im 8 0 R /Own 9 0 R >>',
        drawn: everyDrawing,
        more: [noteLook('Drawn by hidden content'), image('/Kept 0'), noteLook('Layered', '/OC 6 0 R ')],
      }),
    shows: ['Agreement', 'After'],
    hides: ['Layered'],
  },
  {
    name: 'a hidden layer in a form and in the look of an annotation',
    make: () =>
      layeredPdf({
        config: off,
        uses: '/XObject << /Fm 7 0 R >>',
        drawn: `${content} /Fm Do`,
        page: '/Annots [8 0 R 9 0 R]',
        more: [
          layeredLook,
          '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 20 180 60] /AP << /N 7 0 R >> >>',
          '<< /Type /Annot /Subtype /Stamp /F 4 /OC 6 0 R /Rect [20 20 80 40] /AP << /N 10 0 R >> >>',
          noteLook('Layered'),
        ],
      }),
    shows: ['Agreement', 'Form'],
    hides: ['Layered'],
  },
  {
    name: 'a layer that comes with the zoom, and holds nothing',
    make: () =>
      layeredPdf({ group: '/Usage << /Zoom << /min 2 >> >>', drawn: 'BT /F1 12 Tf 20 160 Td (Agreement) Tj ET' }),
    shows: ['Agreement'],
  },
  {
    name: 'a layer that only some viewers hide',
    make: () => layeredPdf({ group: usage('View', 'OFF').group }),
    refused,
  },
  {
    name: 'layers that start hidden, with this one shown',
    make: () => layeredPdf({ config: '/BaseState /OFF /ON [6 0 R]' }),
    shows,
  },
  { name: 'a layer that is not printed', make: () => layeredPdf(usage('Print', 'OFF')), shows },
  { name: 'a layer that is printed alone', make: () => layeredPdf(usage('View', 'OFF')), ...hidden },
  { name: 'a layer that is not exported', make: () => layeredPdf(usage('Export', 'OFF')), shows },
  { name: 'a layer that is printed too', make: () => layeredPdf(usage('Print', 'ON')), shows },
  {
    name: 'a layer that comes with the zoom',
    make: () => layeredPdf({ group: '/Usage << /Zoom << /min 2 >> >>' }),
    refused,
  },
  {
    name: 'content shown while all its layers are',
    make: () => layeredPdf({ membership: membership('/P /AllOn') }),
    shows,
  },
  {
    name: 'content shown while a layer is hidden',
    make: () => layeredPdf({ membership: membership('/P /AnyOff') }),
    ...hidden,
  },
  {
    name: 'content shown by an expression over layers',
    make: () => layeredPdf({ membership: membership('/VE [/Or [/Not 6 0 R] [/And [/Not 6 0 R] 6 0 R]]') }),
    ...hidden,
  },
  {
    name: 'an annotation in a layer that is shown',
    make: () =>
      layeredPdf({
        page: '/Annots [7 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Stamp /F 4 /OC 6 0 R /Rect [20 20 80 40] /AP << /N 8 0 R >> >>',
          noteLook('Note'),
        ],
      }),
    shows: [...shows, 'Note'],
  },
  {
    name: 'an annotation shown while a layer is hidden',
    make: () =>
      layeredPdf({
        page: '/Annots [7 0 R]',
        more: [
          `<< /Type /Annot /Subtype /Stamp /F 4 /OC ${membership('/P /AllOff')} /Rect [20 20 80 40] /AP << /N 8 0 R >> >>`,
          noteLook('Note'),
        ],
      }),
    shows,
    hides: ['Note'],
  },
]
