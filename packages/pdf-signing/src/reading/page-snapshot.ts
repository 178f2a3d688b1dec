import { createCanvas } from '@napi-rs/canvas'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { SeenPage, Transform } from './page-geometry.ts'

/** Grey levels of a page at low resolution, row by row, and how many of its pixels make a point. */
export type Raster = { width: number; height: number; scale: number; grey: Uint8Array }

/**
 * What a viewer shows of one page. `text` is in content order, without white space. `notes` counts all annotations,
 * hidden ones and form fields included; `drawnNotes` leaves out links without an appearance.
 */
export type PageSnapshot = {
  seen: SeenPage
  text: string
  words: number
  notes: number
  drawnNotes: number
  raster: Raster | null
}

/** Viewers may show annotations and layers on the screen only, or in print only. */
export type RenderIntent = 'display' | 'print'

const rasterPixels = 400

type NeedsRaster = (page: Omit<PageSnapshot, 'raster'>, index: number) => boolean

/** Reads all pages in turn; `needsRaster` selects the pages that are also rendered. */
export async function snapshotPages(
  document: PDFDocumentProxy,
  needsRaster: NeedsRaster,
  intent: RenderIntent = 'display',
): Promise<PageSnapshot[]> {
  const pages: PageSnapshot[] = []
  for (let index = 0; index < document.numPages; index += 1) {
    pages.push(await snapshotPage(document, index, needsRaster, intent))
  }
  return pages
}

/** Reads one page, counted from 0. */
export async function snapshotPage(
  document: PDFDocumentProxy,
  index: number,
  needsRaster: NeedsRaster,
  intent: RenderIntent = 'display',
): Promise<PageSnapshot> {
  const page = await document.getPage(index + 1)
  const read = { seen: seenPage(page), ...(await readText(page)), ...(await countNotes(page)) }
  const raster = needsRaster(read, index) ? await renderPage(page, intent) : null
  page.cleanup()
  return { ...read, raster }
}

/** A page as pdf.js measures it. */
export function seenPage(page: PDFPageProxy): SeenPage {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const [a, b, c, d, e, f]: number[] = transform
  const toSeen: Transform = [a ?? 1, b ?? 0, c ?? 0, d ?? -1, e ?? 0, f ?? height]
  return { width, height, toSeen }
}

async function readText(page: PDFPageProxy): Promise<{ text: string; words: number }> {
  const { items } = await page.getTextContent({ disableNormalization: true })
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  const words = text.split(/\s+/).filter(Boolean)
  return { text: words.join(''), words: words.length }
}

async function countNotes(page: PDFPageProxy): Promise<{ notes: number; drawnNotes: number }> {
  const notes = await page.getAnnotations({ intent: 'any' })
  const drawn = notes.filter(({ subtype, hasAppearance }) => subtype !== 'Link' || hasAppearance)
  return { notes: notes.length, drawnNotes: drawn.length }
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
