import { type AwkwardPdf, helveticaResources, onePagePdf, streamPart } from './build-pdf.ts'

type Annotation = { subtype: string; text: string; flags?: number | undefined; entries?: string; rect?: string }

const firstObject = 5
const agreement = 'BT /F1 12 Tf 20 160 Td (Agreement) Tj ET'
const flags = {
  invisible: 1,
  hidden: 2,
  print: 4,
  noZoom: 8,
  noRotate: 16,
  noView: 32,
  readOnly: 64,
  locked: 128,
  toggleNoView: 256,
  lockedContents: 512,
}

/** A page of 200 by 200 points that says Agreement, with annotations whose appearances are boxes with a text. */
function annotatedPdf(annotations: readonly Annotation[], page = '/MediaBox [0 0 200 200]'): Uint8Array {
  const refs = annotations.map((_, index) => `${firstObject + index * 2} 0 R`).join(' ')
  return onePagePdf({
    content: agreement,
    page: `${page} ${helveticaResources} /Annots [${refs}]`,
    more: annotations.flatMap(
      ({ subtype, text, flags: bits = flags.print, entries = '', rect = '20 80 140 110' }, index) => [
        `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] /F ${bits} ${entries} /AP << /N ${firstObject + index * 2 + 1} 0 R >> >>`,
        streamPart(`1 1 0.8 rg 0 0 120 30 re f BT /F1 12 Tf 0 g 4 10 Td (${text}) Tj ET`, {
          entries: `/Type /XObject /Subtype /Form /BBox [0 0 120 30] ${helveticaResources} `,
        }),
      ],
    ),
  })
}

const price = { subtype: 'Stamp', text: '100 dollars' }
const trap = { subtype: 'Stamp', text: '900000 dollars' }

const quad = '/QuadPoints [20 110 140 110 20 80 140 80]'
/** Entries that a type needs besides its place and its look. */
const types: Record<string, string> = {
  Text: '/Contents (A note) /Name /Note',
  Link: '/A << /S /URI /URI (http://localhost/Evil) >> /Border [0 0 1]',
  FreeText: '/DA (/Helv 12 Tf 0 g) /Contents (Typed)',
  Line: '/L [20 80 140 110]',
  Square: '/C [1 0 0]',
  Circle: '/C [1 0 0]',
  Polygon: '/Vertices [20 80 140 80 80 110]',
  PolyLine: '/Vertices [20 80 140 80 80 110]',
  Highlight: quad,
  Underline: quad,
  Squiggly: quad,
  StrikeOut: quad,
  Stamp: '/Name /Approved',
  Caret: '',
  Ink: '/InkList [[20 80 140 110]]',
  FileAttachment: '/FS << /Type /Filespec /F (Evil.txt) /EF << /F 4 0 R >> >>',
  Sound: '/Sound 4 0 R',
  Movie: '/Movie << /F (Evil.mov) >> /A true',
  Screen: '/A << /S /Rendition /OP 0 >>',
  PrinterMark: '/MN /ColorBar',
  TrapNet: '/LastModified (D:20250101)',
  Watermark: '/FixedPrint << /Type /FixedPrint /Matrix [1 0 0 1 72 -72] /H 0 /V 1 >>',
  '3D': '/3DD 4 0 R',
  RichMedia: '/RichMediaContent << /Assets << /Names [(Evil.swf) << /Type /Filespec /F (Evil.swf) >>] >> >>',
  Redact: '/QuadPoints [20 110 140 110 20 80 140 80] /OverlayText (REDACTED)',
  Unheard: '',
}

const ofEachType: AwkwardPdf[] = Object.entries(types).map(([subtype, entries]) => ({
  name: `an annotation of type ${subtype}`,
  make: () => annotatedPdf([{ subtype, text: 'Shown text', entries }]),
  shows: ['Agreement', 'Shown text'],
  hides: ['Evil', 'REDACTED'],
}))

const shownFlags = ['noZoom', 'noRotate', 'readOnly', 'locked', 'toggleNoView', 'lockedContents', 'invisible'] as const
const hiddenFlags = ['hidden', 'noView'] as const

const ofEachFlag: AwkwardPdf[] = [
  ...shownFlags.map((name) => ({
    name: `a stamp with the flag ${name}, not printed`,
    make: () => annotatedPdf([{ ...price, flags: flags[name] }]),
    shows: ['100 dollars'],
  })),
  ...hiddenFlags.map((name) => ({
    name: `a stamp with the flags ${name} and print`,
    make: () => annotatedPdf([{ ...trap, flags: flags[name] | flags.print }]),
    hides: ['900000'],
  })),
]

const popUpPage = `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`

function look(text: string): Buffer {
  return streamPart(`BT /F1 10 Tf 0 g 2 4 Td (${text}) Tj ET`, {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 60 20] ${helveticaResources} `,
  })
}

const states = '<< /On 6 0 R /Off 8 0 R >>'

export const awkwardAnnotations: AwkwardPdf[] = [
  {
    name: 'an annotation of an unknown type with the flag invisible',
    make: () => annotatedPdf([{ ...trap, subtype: 'Unheard', flags: flags.invisible | flags.print }]),
    hides: ['900000'],
  },
  {
    name: '100 dollars on the screen, 900000 printed',
    make: () =>
      annotatedPdf([
        { ...price, flags: 0 },
        { ...trap, flags: flags.noView | flags.print },
      ]),
    shows: ['100 dollars'],
    hides: ['900000'],
  },
  {
    name: '100 dollars printed, and 900000 over it on the screen alone',
    make: () => annotatedPdf([price, { ...trap, flags: 0 }]),
    shows: ['100 dollars', '900000 dollars'],
  },
  ...ofEachType,
  ...ofEachFlag,
  {
    name: 'a stamp on a turned page that does not turn with it',
    make: () => annotatedPdf([{ ...price, flags: flags.print | flags.noRotate }], '/MediaBox [0 0 200 200] /Rotate 90'),
    shows: ['100 dollars'],
  },
  {
    name: 'a stamp whose look turns and stretches it',
    make: () =>
      onePagePdf({
        content: agreement,
        page: `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`,
        more: [
          '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [140 110 20 40] /AP << /N 6 0 R >> >>',
          streamPart('0 0 1 rg 0 0 60 30 re f 1 g 10 10 10 10 re f', {
            entries: '/Type /XObject /Subtype /Form /BBox [0 0 60 30] /Matrix [0.7 0.7 -0.7 0.7 5 9] ',
          }),
        ],
      }),
    shows: ['Agreement'],
  },
  {
    name: 'a pop-up',
    make: () =>
      onePagePdf({
        content: agreement,
        page: popUpPage,
        more: ['<< /Type /Annot /Subtype /Popup /Rect [20 20 90 90] /Open true >>'],
      }),
    shows: ['Agreement'],
  },
  {
    name: 'a check box with a look for each state',
    make: () =>
      onePagePdf({
        content: agreement,
        page: `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`,
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        more: [
          `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /On /AS /On /F 4 /Rect [20 20 80 40] /AP << /N ${states} /D ${states} >> >>`,
          look('State on'),
          '<< >>',
          look('State off'),
        ],
      }),
    shows: ['State on'],
    hides: ['State off'],
  },
  {
    name: 'empty fields that readers are to draw anew',
    make: () =>
      onePagePdf({
        content: agreement,
        page: `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`,
        catalog: `/AcroForm << /Fields [5 0 R] /NeedAppearances true /DA (/F1 10 Tf 0 g) >>`,
        more: [
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [20 20 120 40] /MK << /BC [0 0 0] /BG [1 0.6 0.6] >> /AP << /N 6 0 R >> >>',
          look(''),
        ],
      }),
    shows: ['Agreement'],
  },
  {
    name: 'a filled-in field without a look',
    make: () =>
      onePagePdf({
        page: `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`,
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        more: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /V (900000) /F 4 /Rect [20 20 80 40] >>'],
      }),
    shows: ['900000'],
  },
  {
    name: 'a highlight without a look of its own',
    make: () =>
      onePagePdf({
        page: `/MediaBox [0 0 200 200] ${helveticaResources} /Annots [5 0 R]`,
        more: [`<< /Type /Annot /Subtype /Highlight /C [1 0 0] /F 4 /Rect [20 80 140 110] ${quad} >>`],
      }),
    refused: ['PDF_CONTENT_LOST'],
  },
  {
    name: 'a button that submits the form',
    make: () =>
      annotatedPdf([
        {
          subtype: 'Widget',
          text: 'Press',
          entries: '/FT /Btn /Ff 65536 /T (b) /A << /S /SubmitForm /F (http://localhost/Evil) >>',
        },
      ]),
    shows: ['Press'],
    hides: ['Evil'],
  },
  {
    name: 'a link that launches a program',
    make: () =>
      annotatedPdf([
        {
          subtype: 'Link',
          text: 'Open',
          entries: '/A << /S /Launch /F (Evil.exe) >> /AA << /E << /S /JavaScript /JS (Evil) >> >>',
        },
      ]),
    shows: ['Open'],
    hides: ['Evil'],
  },
]
