import { type AwkwardPdf, helveticaResources, onePagePdf, streamPart } from './build-pdf.ts'

const content = 'BT /F1 12 Tf 20 160 Td (Agreement) Tj ET /OC /Layer BDC BT /F1 12 Tf 20 60 Td (Layered) Tj ET EMC'
const resources = helveticaResources.replace('/Font', '/Properties << /Layer 5 0 R >> /Font')

type Layers = { group?: string; config?: string; membership?: string; page?: string; more?: (string | Buffer)[] }

/** A page with some text in a layer: group 6, named by the content through 5. */
function layeredPdf({ group = '', config = '', membership, page = '', more = [] }: Layers): Uint8Array {
  return onePagePdf({
    content,
    page: `/MediaBox [0 0 200 200] ${membership ? resources : resources.replace('5 0 R', '6 0 R')} ${page}`,
    catalog: `/OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] ${config} >> >>`,
    more: [membership ?? '<< >>', `<< /Type /OCG /Name (Layer) ${group} >>`, ...more],
  })
}

const refused: AwkwardPdf['refused'] = ['PDF_HAS_HIDDEN_LAYERS']
const shows = ['Agreement', 'Layered']
const usage = (category: string, state: string) => ({
  group: `/Usage << /${category} << /${category}State /${state} >> >>`,
  config: `/AS [<< /Event /${category} /OCGs [6 0 R] /Category [/${category}] >>]`,
})
const membership = (entries: string) => `<< /Type /OCMD /OCGs [6 0 R] ${entries} >>`

const noteLook = streamPart('BT /F1 10 Tf 0 g 2 4 Td (Note) Tj ET', {
  entries: `/Type /XObject /Subtype /Form /BBox [0 0 60 20] ${helveticaResources} `,
})

export const awkwardLayers: AwkwardPdf[] = [
  { name: 'a layer that is shown', make: () => layeredPdf({}), shows },
  { name: 'a hidden layer', make: () => layeredPdf({ config: '/OFF [6 0 R]' }), refused },
  { name: 'layers that start hidden', make: () => layeredPdf({ config: '/BaseState /OFF' }), refused },
  {
    name: 'layers that start hidden, with this one shown',
    make: () => layeredPdf({ config: '/BaseState /OFF /ON [6 0 R]' }),
    shows,
  },
  { name: 'a layer that is not printed', make: () => layeredPdf(usage('Print', 'OFF')), refused },
  { name: 'a layer that is printed alone', make: () => layeredPdf(usage('View', 'OFF')), refused },
  { name: 'a layer that is not exported', make: () => layeredPdf(usage('Export', 'OFF')), refused },
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
    refused,
  },
  {
    name: 'content shown by an expression over layers',
    make: () => layeredPdf({ membership: membership('/VE [/Not 6 0 R]') }),
    refused,
  },
  {
    name: 'an annotation in a layer that is shown',
    make: () =>
      layeredPdf({
        page: '/Annots [7 0 R]',
        more: ['<< /Type /Annot /Subtype /Stamp /F 4 /OC 6 0 R /Rect [20 20 80 40] /AP << /N 8 0 R >> >>', noteLook],
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
          noteLook,
        ],
      }),
    refused,
  },
]
