import { createCanvas } from '@napi-rs/canvas'
import { openForReading } from '../../src/reading/open-pdf.ts'
import type { Box } from '../../src/reading/page-geometry.ts'

/** Pixels of a page: two a point in width and height on paper, and as many for any other page. */
const pixels = 2_000_000

/**
 * The pixels of areas of a page as pdf.js shows it.
 * @param page 0 is the first
 */
export async function pixelsOf(pdf: Uint8Array, page: number, areas: readonly Box[]): Promise<Buffer[]> {
  const document = await openForReading(pdf)
  try {
    const shown = await document.getPage(page + 1)
    const full = shown.getViewport({ scale: 1 })
    const scale = Math.sqrt(pixels / (full.width * full.height))
    const viewport = shown.getViewport({ scale })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await shown.render({ canvas, viewport }).promise
    const context = canvas.getContext('2d')
    return areas.map(({ x, y, width, height }) => {
      const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map((points) => Math.floor(points * scale))
      return Buffer.from(context.getImageData(left, top, Math.max(wide, 1), Math.max(high, 1)).data)
    })
  } finally {
    await document.loadingTask.destroy()
  }
}
