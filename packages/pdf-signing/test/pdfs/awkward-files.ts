import { readFileSync } from 'node:fs'
import { createSealKey } from '../../src/seal/seal-key.ts'
import { sealPdf } from '../../src/seal/seal-pdf.ts'
import { type AwkwardPdf, formPdf, helveticaResources, onePagePdf, streamPart } from './build-pdf.ts'
import { certificateData } from './certificate.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`./${name}`, import.meta.url)))
const agreement = 'BT /F1 12 Tf 20 160 Td (Agreement) Tj ET'
const box = '/MediaBox [0 0 200 200]'
const plainPage = `${box} ${helveticaResources}`
const withResources = (more: string) => `${box} ${helveticaResources.replace('/Font', `${more} /Font`)}`

async function sealedPdf(): Promise<Uint8Array> {
  const sealKey = await createSealKey({ organisation: 'Somebody else' })
  return (await sealPdf({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })).pdf
}

/** The page that stands in for a dynamic XFA form. */
const waitingPdf = () =>
  onePagePdf({
    content: 'BT /F1 12 Tf 20 160 Td (Please wait... If this message is not eventually replaced, ...) Tj ET',
    page: plainPage,
    catalog: '/AcroForm << /Fields [] /XFA 5 0 R >> /NeedsRendering true',
    more: [streamPart('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
  })

/** A classic table with a stream beside it for newer readers (ISO 32000-2, 7.5.8.4), which here says the same. */
function hybridPdf(): Uint8Array {
  const classic = Buffer.from(onePagePdf({ content: agreement, page: plainPage })).toString('latin1')
  const at = classic.indexOf('xref\n')
  const offsets = [...classic.slice(at).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset))
  const row = (type: number, value: number) => [type, value >> 8, value & 255, 0]
  const rows = Buffer.from([row(0, 0), ...offsets.map((offset) => row(1, offset)), row(1, at)].flat())
  const entries = `/Type /XRef /Size ${offsets.length + 2} /W [1 2 1] /Root 1 0 R `
  const stream = `${offsets.length + 1} 0 obj\n${streamPart(rows, { entries }).toString('latin1')}\nendobj\n`
  const table = classic
    .slice(at)
    .replace('/Root', `/XRefStm ${at} /Root`)
    .replace(/startxref\n\d+/, `startxref\n${at + stream.length}`)
  return new Uint8Array(Buffer.from(classic.slice(0, at) + stream + table, 'latin1'))
}

const evil = '<< /S /JavaScript /JS (Evil) >>'
const attached = '<< /Type /Filespec /F (Evil.txt) /EF << /F 5 0 R >> >>'
const image = (value: number, more = '') =>
  streamPart(Buffer.from([value]), {
    entries: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more} `,
  })

/** Something beside the pages that goes, while the page stays. */
const stripped = (name: string, catalog: string, more: (string | Buffer)[] = [], page = plainPage): AwkwardPdf => ({
  name,
  make: () => onePagePdf({ content: agreement, page, catalog, more }),
  shows: ['Agreement'],
  hides: ['Evil'],
})

const drawn = (name: string, page: string, content: string, more: (string | Buffer)[]): AwkwardPdf => ({
  name,
  make: () => onePagePdf({ content: `${agreement} ${content}`, page, more }),
  shows: ['Agreement'],
  hides: ['Evil'],
})

export const awkwardFiles: AwkwardPdf[] = [
  { name: 'a password', make: () => fixture('encrypted-password.pdf'), refused: ['PDF_PASSWORD_NEEDED'] },
  { name: 'permissions', make: () => fixture('encrypted-permissions.pdf'), shows: ['Line 0 of the agreement'] },
  {
    name: 'an XFA form beside its fields',
    make: () => formPdf({ catalogForm: '/XFA [(template) 6 0 R]' }),
    shows: ['Line 0 of the agreement', 'Filled by staff'],
  },
  { name: 'an XFA form without pages of its own', make: waitingPdf, refused: ['PDF_HAS_XFA'] },
  { name: 'a seal', make: sealedPdf, refused: ['PDF_ALREADY_SIGNED'] },
  { name: 'a hybrid cross-reference', make: hybridPdf, shows: ['Agreement'] },
  { name: 'its end missing', make: () => onePagePdf().subarray(0, -40), refused: ['PDF_TRUNCATED'] },
  stripped('a script on opening', `/OpenAction ${evil}`),
  stripped('a script on printing', `/AA << /WP ${evil} /DP ${evil} >>`),
  stripped('scripts by name', `/Names << /JavaScript << /Names [(a) ${evil}] >> >>`),
  stripped('a program that is launched on opening', '/OpenAction << /S /Launch /F (Evil.exe) >>'),
  stripped('a script on a page', '', [], `${plainPage} /AA << /O ${evil} >>`),
  stripped('embedded files', `/Names << /EmbeddedFiles << /Names [(Evil) ${attached}] >> >>`, [
    streamPart('Evil', { entries: '/Type /EmbeddedFile ' }),
  ]),
  stripped('associated files', `/AF [${attached}]`, [streamPart('Evil', { entries: '/Type /EmbeddedFile ' })]),
  stripped('bookmarks that open addresses', '/Outlines 5 0 R', [
    '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
    '<< /Title (Evil) /Parent 5 0 R /A << /S /URI /URI (http://localhost/Evil) >> >>',
  ]),
  stripped('hidden pages', '/Names << /Templates << /Names [(Evil) 5 0 R] >> >>', [
    `<< /Type /Template ${box} /PieceInfo << /Evil << >> >> >>`,
  ]),
  stripped('other pages for presentations', '/Names << /AlternatePresentations << /Names [(Evil) << >>] >> >>'),
  stripped(
    'rules for what is printed',
    '/ViewerPreferences << /PrintArea /TrimBox /PrintClip /TrimBox >>',
    [],
    `${plainPage} /TrimBox [0 0 50 50]`,
  ),
  stripped('requirements and rights', '/Requirements [<< /S /EnableJavaScripts >>] /Legal << /Attestation (Evil) >>'),
  stripped(
    'a thumbnail, a transition and private data',
    '',
    [image(0, '/Private (Evil)')],
    `${plainPage} /Thumb 5 0 R /Trans << /S /Wipe >> /Dur 1 /PieceInfo << /Evil << >> >>`,
  ),
  stripped(
    'a structure tree that names an annotation',
    '/MarkInfo << /Marked true >> /StructTreeRoot 5 0 R',
    [
      '<< /Type /StructTreeRoot /K 6 0 R >>',
      `<< /Type /StructElem /S /Link /P 5 0 R /K [0 << /Type /OBJR /Obj 7 0 R >>] /AF [${attached}] >>`,
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://localhost/Evil) >> >>',
    ],
    `${plainPage} /Annots [7 0 R]`,
  ),
  drawn('an image with another for print', withResources('/XObject << /Im 5 0 R >>'), 'q 50 0 0 50 20 20 cm /Im Do Q', [
    image(80, '/Alternates [<< /Image 6 0 R /DefaultForPrinting true >>]'),
    image(200, '/Evil (Evil)'),
  ]),
  drawn(
    'an image with a proxy for print (OPI)',
    withResources('/XObject << /Im 5 0 R >>'),
    'q 50 0 0 50 20 20 cm /Im Do Q',
    [image(80, '/OPI << /2.0 << /Type /OPI /Version 2.0 /F (Evil.tif) >> >>')],
  ),
  drawn('PostScript for the printer', withResources('/XObject << /Ps 5 0 R >>'), '/Ps Do', [
    streamPart('(Evil) show', { entries: '/Type /XObject /Subtype /PS ' }),
  ]),
  drawn('a form with PostScript and a page of another file', withResources('/XObject << /Fm 5 0 R >>'), '/Fm Do', [
    streamPart('0 0 1 rg 20 20 50 50 re f', {
      entries:
        '/Type /XObject /Subtype /Form /Subtype2 /PS /BBox [0 0 200 200] /PS 6 0 R /Ref << /F (Evil.pdf) /Page 0 >> ',
    }),
    streamPart('(Evil) show'),
  ]),
  drawn(
    'white that is overprinted',
    withResources('/ExtGState << /Over << /OP true /op true /OPM 1 >> >>'),
    '/Over gs 1 0 0 0 k 20 20 90 50 re f 0 0 0 0 k 20 20 50 50 re f',
    [],
  ),
  {
    ...drawn(
      'a transfer function',
      withResources('/ExtGState << /Tr << /TR 5 0 R /HT 6 0 R >> >>'),
      '/Tr gs 0.2 g 20 20 50 50 re f',
      [
        '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>',
        '<< /Type /Halftone /HalftoneType 1 /Frequency 20 /Angle 45 /SpotFunction /Round /HalftoneName (Evil) >>',
      ],
    ),
    refused: ['PDF_CONTENT_LOST'],
  },
]
