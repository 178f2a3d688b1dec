import { PdfRefused } from '../pdf-errors.ts'
import { countLzw, countRunLength, decodeAscii85, decodeAsciiHex, inflateBounded, TooManyBytes } from './pdf-filters.ts'
import { looksInflatable, readStreamHeads, type StreamHead } from './pdf-stream-heads.ts'

const megabyte = 2 ** 20
/** Bytes of one stream; an uncompressed page in colour at 300 dpi has 25 MB. */
const mostOfOne = 100 * megabyte
const mostOfAll = 256 * megabyte
/** Of all pictures, which are decoded page by page: 80 uncompressed pages in colour at 300 dpi. */
const mostOfPictures = 2_000 * megabyte
/** Of one picture, decoded and as a canvas: 71 million pixels in colour, 121 million of a fax. */
const mostOfPicture = 500_000_000
const canvasBytesPerPixel = 4
/** Bytes after the pixels of a picture. */
const slack = 1_024
const mostObjects = 300_000
/** Of one stream; two are usual in files made for 7-bit transfer. */
const mostFilters = 4

/** A decompression bomb, before any parser reads it; the process limits deep nesting. @throws {PdfRefused} */
export async function assertBounded(bytes: Uint8Array): Promise<void> {
  const heads = readStreamHeads(bytes)
  if (countObjects(bytes) > mostObjects) throw new PdfRefused('PDF_TOO_COMPLEX')
  const left = { pictures: mostOfPictures, others: mostOfAll }
  for (const head of heads) {
    const pictureBytes = head.width * head.height * (canvasBytesPerPixel + head.bytesPerPixel)
    if (pictureBytes > mostOfPicture) throw new PdfRefused('PDF_TOO_COMPLEX')
    // A picture holds no more than its pixels, and a line more where each has a byte for its prediction.
    const ownBytes = head.height * Math.ceil(head.width * head.bytesPerPixel + 1) + slack
    const size = await sizeOf(bytes, head, Math.min(left.pictures, mostOfOne)).catch(refuseTooMany)
    left[pictureBytes > 0 && size <= ownBytes ? 'pictures' : 'others'] -= size
    if (left.pictures < 0 || left.others < 0) throw new PdfRefused('PDF_TOO_COMPLEX')
  }
}

function refuseTooMany(error: unknown): never {
  throw error instanceof TooManyBytes ? new PdfRefused('PDF_TOO_COMPLEX', { cause: error }) : error
}

/** The decoded size of a stream in bytes. A picture format such as JPEG ends the filter chain. */
async function sizeOf(bytes: Uint8Array, head: StreamHead, most: number): Promise<number> {
  const { start, end } = head
  const filters = head.isGuess ? Array.from({ length: mostFilters }, () => 'Flate' as const) : head.filters
  if (filters.length > mostFilters) throw new TooManyBytes()
  // A Flate stream knows its own end. The dictionary's length may be wrong, and readers differ in which one they use.
  let data = bytes.subarray(start, filters[0] === 'Flate' ? undefined : end)
  let size = 0
  for (const [index, filter] of filters.entries()) {
    if (head.isGuess && !looksInflatable(data)) break
    if (filter === 'Flate') {
      const isLast = index === filters.length - 1
      const inflated = await inflateBounded(data, most - size, !isLast)
      size += inflated.length
      if (!inflated.bytes) return size
      data = inflated.bytes
    } else if (filter === 'ASCII85') data = decodeAscii85(data)
    else if (filter === 'ASCIIHex') data = decodeAsciiHex(data)
    else return bounded(size + (filter === 'LZW' ? countLzw(data, head.earlyChange) : countRunLength(data)), most)
  }
  return bounded(size, most)
}

function bounded(size: number, most: number): number {
  if (size > most) throw new TooManyBytes()
  return size
}

/** Counts `12 0 obj`. Objects in object streams are bounded by the inflated size. */
function countObjects(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf(' obj'); at >= 0; at = text.indexOf(' obj', at + 4)) count += 1
  return count
}
