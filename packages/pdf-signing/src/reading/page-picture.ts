import { createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openForReading } from './open-pdf.ts'
import { readShownText } from './page-text.ts'

/** Grey levels of a page at low resolution, row by row, and how many of its pixels make a point. */
export type Raster = { width: number; height: number; scale: number; grey: Uint8Array }

/** Viewers may show annotations and layers on the screen only, or in print only. */
export type RenderIntent = 'display' | 'print'

/** A page of a file, counted from 0, as it is displayed or printed. `password` opens the file if it needs one. */
export type PageSource = { bytes: Uint8Array; intent: RenderIntent; index: number; password?: string | undefined }

const rasterPixels = 400

export type PagePicture = { raster: Raster; text: string }

export async function takePictures(pages: readonly PageSource[]): Promise<Map<PageSource, PagePicture>> {
  const pictures = new Map<PageSource, PagePicture>()
  for (const [bytes, own] of Map.groupBy(pages, (page) => page.bytes)) {
    const document = await openForReading(bytes, own[0]?.password)
    try {
      for (const source of own) {
        const page = await document.getPage(source.index + 1)
        const layers = await document.getOptionalContentConfig({ intent: source.intent })
        const text = await readShownText(page, (layer) => layers.isVisible(layer))
        pictures.set(source, { raster: await renderPage(page, source.intent), text })
        page.cleanup()
      }
    } finally {
      await document.loadingTask.destroy()
    }
  }
  return pictures
}

/** Rounds up, with a tolerance for digits that are lost when a PDF is saved. */
const wholePixels = (length: number): number => Math.max(1, Math.ceil(length - 0.01))

/** Renders a page; its longer side has about 400 pixels. */
export async function renderPage(page: PDFPageProxy, intent: RenderIntent): Promise<Raster> {
  const full = page.getViewport({ scale: 1 })
  const scale = rasterPixels / Math.max(full.width, full.height)
  const viewport = page.getViewport({ scale })
  const width = wholePixels(viewport.width)
  const height = wholePixels(viewport.height)
  const canvas = createCanvas(width, height)
  await page.render({ canvas, viewport, intent }).promise
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4
    grey[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  return { width, height, scale, grey }
}
