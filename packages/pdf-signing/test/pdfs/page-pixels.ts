import { createCanvas } from '@napi-rs/canvas'
import { openForReading } from '../../src/reading/open-pdf.ts'
import type { Box } from '../../src/reading/page-geometry.ts'

const scale = 2

/**
 * The pixels of areas of a page as pdf.js shows it, at two pixels a point.
 * @param page 0 is the first
 */
export async function pixelsOf(pdf: Uint8Array, page: number, areas: readonly Box[]): Promise<Buffer[]> {
  const document = await openForReading(pdf)
  try {
    const shown = await document.getPage(page + 1)
    const viewport = shown.getViewport({ scale })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await shown.render({ canvas, viewport }).promise
    const context = canvas.getContext('2d')
    return areas.map(({ x, y, width, height }) => {
      const [left = 0, top = 0, wide = 1, high = 1] = [x, y, width, height].map((points) => Math.floor(points * scale))
      return Buffer.from(context.getImageData(left, top, wide, high).data)
    })
  } finally {
    await document.loadingTask.destroy()
  }
}
