import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { streamPart, writePdf } from './build-pdf.ts'

/** An image XObject: its encoded bytes, and the entries that tell its size, colours and filter. */
export type Picture = { bytes: Buffer; entries: string }

type Scan = {
  /** What a page draws; its picture is `/Im1`, its font `/F1`. */
  content?: string
  /** Entries of each page, and of the catalog. */
  page?: string
  catalog?: string
  /** Objects after those of the pages. */
  more?: readonly (string | Buffer)[]
}

/** A PDF of one picture a page: catalog 1, page tree 2, then page, content and picture of each. */
export function scanOf(pictures: readonly Picture[], { content, page = '', catalog = '', more = [] }: Scan = {}) {
  const kids = pictures.map((_, index) => `${3 + 3 * index} 0 R`).join(' ')
  const pages = pictures.flatMap(({ bytes, entries }, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 3 * index} 0 R ${page} /Resources << /XObject << /Im1 ${5 + 3 * index} 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    streamPart(content ?? 'q 612 0 0 792 0 0 cm /Im1 Do Q'),
    streamPart(bytes, { entries: `/Type /XObject /Subtype /Image ${entries} ` }),
  ])
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`,
    ...pages,
    ...more,
  ])
}

/** A sheet as a scanner sees it: dark lines, a red stamp, and the grain of the paper, other on each page. */
function sheet(width: number, height: number, number: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f4f1ea'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#223'
  for (let y = height / 10; y < height * 0.9; y += height / 30)
    context.fillRect(width / 10, y, width * 0.7, height / 90)
  context.fillStyle = '#b33'
  context.fillRect(width * 0.6, height * (0.1 + (number % 7) / 10), width / 5, height / 8)
  const image = context.getImageData(0, 0, width, height)
  let grain = number * 7919 + 1
  for (let at = 0; at < image.data.length; at += 4) {
    grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff
    const shift = ((grain >> 16) % 13) - 6
    for (let part = at; part < at + 3; part += 1) image.data[part] = (image.data[part] ?? 0) + shift
  }
  context.putImageData(image, 0, 0)
  return { canvas, pixels: image.data }
}

const sized = (width: number, height: number, space: string) =>
  `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${space}`

/** A sheet as JPEG in colour. */
export const jpegSheet = (width: number, height: number, number = 1): Picture => ({
  bytes: sheet(width, height, number).canvas.toBuffer('image/jpeg', 90),
  entries: `${sized(width, height, '/DeviceRGB')} /Filter /DCTDecode`,
})

/** A sheet as pixels in colour or grey, packed without loss. */
export function flateSheet(width: number, height: number, { isGrey = false, number = 1, level = 1 } = {}): Picture {
  const parts = isGrey ? 1 : 3
  const { pixels } = sheet(width, height, number)
  const packed = Buffer.alloc(width * height * parts)
  for (let at = 0; at < packed.length; at += 1) packed[at] = pixels[Math.floor(at / parts) * 4 + (at % parts)] ?? 0
  const entries = `${sized(width, height, isGrey ? '/DeviceGray' : '/DeviceRGB')} /Filter /FlateDecode`
  return { bytes: deflateSync(packed, { level }), entries }
}

/** A scan of 11 MB on one page, at 283 pixels an inch: it is not packed. */
export const largeScan = () =>
  scanOf([flateSheet(1700, 2200, { level: 0 })], { content: 'q 432 0 0 560 30 30 cm /Im1 Do Q' })

/** A fax page of one bit a pixel, empty: CCITT group 4 codes each line that is like the one above with one bit. */
export const faxSheet = (width: number, height: number): Picture => ({
  bytes: Buffer.concat([Buffer.alloc(Math.ceil(height / 8), 0xff), Buffer.from('001001', 'hex')]),
  entries: `/Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`,
})
