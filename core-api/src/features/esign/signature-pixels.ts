import { inflateSync } from 'node:zlib'
import type { Pixels } from '@agency/contract/signature-rules'
import { PNG } from 'pngjs'

const headerLength = 33
/** Bytes a pixel has at most (16 bits, four channels), and what its row adds for the filter and interlacing. */
const perPixel = 8
const perRow = 8

/**
 * Decodes a drawn signature whose size was checked before. What it unpacks to is bounded by that size.
 * @returns undefined for what is no whole PNG
 */
export function decodeSignature(png: Buffer): Pixels | undefined {
  try {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    inflateSync(imageData(png), { maxOutputLength: (width * perPixel + perRow) * height + headerLength })
    return PNG.sync.read(png)
  } catch {
    return undefined
  }
}

/** The packed pixels, of all IDAT chunks. @throws RangeError where a chunk breaks off */
function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    if (type === 'IEND') break
    at += 12 + length
  }
  return Buffer.concat(parts)
}
