import { type AwkwardPdf, helveticaResources, onePagePdf } from './build-pdf.ts'

/** A page with a frame near the edges of its first box, and no words. */
function framedPdf(page: string): Uint8Array {
  const [left = 0, bottom = 0, right = 0, top = 0] = (/\[([^\]]+)\]/.exec(page)?.[1] ?? '')
    .trim()
    .split(/\s+/)
    .map(Number)
  const [width, height] = [right - left, top - bottom]
  const box = [left + width / 4, bottom + height / 4, width / 2, height / 2].join(' ')
  return onePagePdf({ content: `0.2 0.4 0.8 rg ${box} re f`, page: `${page} ${helveticaResources}` })
}

const sizes = [
  ...[
    [10, 10],
    [10, 14_400],
    [14_400, 10],
    [14_400, 14_400],
    [3, 200],
    [72, 72],
    [60, 24],
    [100, 23],
    [105, 25],
  ],
  ...[
    [237, 300],
    [238, 20],
    [1_000, 12],
  ],
]

const boxes = [
  '/MediaBox [0 0 300 10] /Rotate 90',
  '/MediaBox [0 0 10 300] /Rotate 270',
  '/MediaBox [0 0 300 400] /Rotate 180',
  '/MediaBox [0 0 300 400] /Rotate -90',
  '/MediaBox [0 0 300 400] /Rotate 450',
  '/MediaBox [-150 -200 150 200]',
  '/MediaBox [-150 -200 150 200] /Rotate 90',
  '/MediaBox [300 400 0 0]',
  '/MediaBox [0 0 300 400] /CropBox [50 60 150 120]',
  '/MediaBox [0 0 300 400] /CropBox [50 60 150 120] /Rotate 270',
  '/MediaBox [0 0 300 400] /CropBox [-100 -100 900 900]',
  '/MediaBox [100 100 400 500] /CropBox [120 130 300 180] /UserUnit 2 /Rotate 90',
  '/MediaBox [0 0 200 300] /UserUnit 2',
  '/MediaBox [0 0 20 30] /UserUnit 10',
  '/MediaBox [0 0 14400 200] /UserUnit 75',
  '/MediaBox [0 0 400 600] /UserUnit 0.5',
]

export const awkwardPages: AwkwardPdf[] = [
  ...sizes.map(([width, height]) => ({
    name: `a page of ${width} by ${height} points`,
    make: () => framedPdf(`/MediaBox [0 0 ${width} ${height}]`),
  })),
  ...boxes.map((page) => ({ name: `a page with ${page}`, make: () => framedPdf(page) })),
]
