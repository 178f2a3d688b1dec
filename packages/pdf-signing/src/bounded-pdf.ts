import { countLzw, countRunLength, decodeAscii85, decodeAsciiHex, inflateBounded, TooManyBytes } from './pdf-filters.ts'
import { PdfRefused } from './pdf-refused.ts'
import { readStreamHeads, type StreamHead } from './pdf-stream-heads.ts'

const megabyte = 2 ** 20
/** A stream; a page of 300 dpi in colour that was not compressed as a picture has 25 MB. */
const mostOfOne = 100 * megabyte
const mostOfAll = 256 * megabyte
/** A4 in colour at 600 dpi has 35 million. */
const mostPixels = 64_000_000
const mostObjects = 300_000
/** More have no purpose; two are usual where a file was made for a line that takes 7 bits. */
const mostFilters = 4

/**
 * Turns down a PDF that is far larger than its file, before any parser sees it: adds up what its streams inflate to and
 * how large its pictures are. It reads the file from front to back, and so also what no page uses. What it misses (a
 * page that draws a form that draws a form, and so on) runs into the limits of the process.
 * @throws {PdfRefused} `PDF_TOO_COMPLEX`
 */
export async function assertBounded(bytes: Uint8Array): Promise<void> {
  const heads = readStreamHeads(bytes)
  if (countObjects(bytes) > mostObjects) throw new PdfRefused('PDF_TOO_COMPLEX')
  let left = mostOfAll
  for (const head of heads) {
    if (head.width * head.height > mostPixels) throw new PdfRefused('PDF_TOO_COMPLEX')
    left -= await sizeOf(bytes, head, Math.min(left, mostOfOne)).catch(refuseTooMany)
    if (left < 0) throw new PdfRefused('PDF_TOO_COMPLEX')
  }
}

function refuseTooMany(error: unknown): never {
  throw error instanceof TooManyBytes ? new PdfRefused('PDF_TOO_COMPLEX', { cause: error }) : error
}

/** How many bytes a stream's filters make of it. Pictures' own formats end the chain: what they hold is not a stream. */
async function sizeOf(bytes: Uint8Array, head: StreamHead, most: number): Promise<number> {
  const { filters, start, end } = head
  if (filters.length > mostFilters) throw new TooManyBytes()
  // A Flate stream knows its own end; the dictionary's may be wrong, and readers differ in which they believe.
  let data = bytes.subarray(start, filters[0] === 'Flate' ? undefined : end)
  let size = 0
  for (const [index, filter] of filters.entries()) {
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

/** `12 0 obj`; those in object streams are bounded by what these inflate to. */
function countObjects(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf(' obj'); at >= 0; at = text.indexOf(' obj', at + 4)) count += 1
  return count
}
