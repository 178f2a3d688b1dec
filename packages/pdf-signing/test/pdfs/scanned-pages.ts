import { deflateSync } from 'node:zlib'
import { streamPart, writePdf } from './build-pdf.ts'

/** Sizes and turns of pages as old scanners left them, in points: portrait, landscape, turned, legal and a receipt. */
const papers = [
  '/MediaBox [0 0 612 792]',
  '/MediaBox [0 0 595 842]',
  '/MediaBox [0 0 792 612]',
  '/MediaBox [0 0 612 792] /Rotate 90',
  '/MediaBox [0 0 612 1008]',
  '/MediaBox [0 0 792 612] /Rotate 270',
  '/MediaBox [0 0 280 620]',
  '/MediaBox [0 0 612 792] /Rotate 180',
]

const side = 96

/** A grey sheet with dark lines like writing, other ones on each page. */
function scanOf(number: number): Buffer {
  const pixels = Buffer.alloc(side * side)
  for (let at = 0; at < pixels.length; at += 1) {
    const row = Math.floor(at / side)
    const column = at % side
    const isText = row % 6 < 2 && column > 10 && column < 50 + ((row * 7 + number * 13) % 36)
    pixels[at] = isText ? 70 : 232 + ((at * number) % 17)
  }
  const entries = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode `
  return streamPart(deflateSync(pixels), { entries })
}

/** The size of a page's content, before it is turned. */
function sizeOf(paper: string): readonly [width: number, height: number] {
  const [width = 0, height = 0] = /\[0 0 (\d+) (\d+)\]/.exec(paper)?.slice(1).map(Number) ?? []
  return [width, height]
}

/** An old document: every page is a picture without words, of mixed sizes, some in landscape or turned. */
export function scannedPagesPdf(count: number): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const firstObject = (number: number) => 3 * number
  const pages = numbers.flatMap((number) => {
    const at = firstObject(number)
    const paper = papers[(number - 1) % papers.length] ?? ''
    const [width, height] = sizeOf(paper)
    return [
      `<< /Type /Page /Parent 2 0 R /Contents ${at + 1} 0 R ${paper} /Resources << /XObject << /Im1 ${at + 2} 0 R >> >> >>`,
      streamPart(`q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q`),
      scanOf(number),
    ]
  })
  const kids = numbers.map((number) => `${firstObject(number)} 0 R`).join(' ')
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...pages])
}
