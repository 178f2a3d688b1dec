import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Indexed {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each colour, one after the other. */
  readonly palette: readonly number[]
  /** The colour of each pixel, base64. */
  readonly pixels: string
}

/**
 * A screenshot with a palette of at most 256 colours: the most frequent as they are, the shades between them as the
 * nearest of those. Screens have few colours, so that nothing is seen of it, at a third of the size (PNG 11.2.1).
 * @param page any, for its browser's decoder
 */
export async function palettePng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, palette, pixels } = await page.evaluate(indexColours, png.toString('base64'))
  const indices = Buffer.from(pixels, 'base64')
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), indices.subarray(y * width, (y + 1) * width)]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which are indices into the palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Runs in the browser. */
async function indexColours(base64: string): Promise<Indexed> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('The browser gave no canvas.')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colours = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let index = 0; index < colours.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
    const colour = (red << 16) | (green << 8) | blue
    colours[index] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const parts = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 255, colour & 255]
  const kept = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([colour]) => colour)
  const places = new Map(kept.map((colour, place) => [colour, place]))
  const distance = (a: number, b: number) => {
    const other = parts(b)
    return parts(a).reduce((sum, part, index) => sum + (part - (other[index] ?? 0)) ** 2, 0)
  }
  for (const colour of counts.keys()) {
    if (places.has(colour)) continue
    const nearest = kept.reduce((best, candidate) =>
      distance(colour, candidate) < distance(colour, best) ? candidate : best,
    )
    places.set(colour, kept.indexOf(nearest))
  }
  let pixels = ''
  for (const colour of colours) pixels += String.fromCharCode(places.get(colour) ?? 0)
  return { width, height, palette: kept.flatMap(parts), pixels: btoa(pixels) }
}
