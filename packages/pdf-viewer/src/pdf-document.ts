import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Base address of the files that pdf.js fetches at run time; ends in a slash. vite-pdfjs-assets.ts defines it. */
const assets: string = import.meta.env.PDFJS_ASSETS
GlobalWorkerOptions.workerSrc = `${assets}pdf.worker.js`

/** iOS draws nothing on a canvas with more pixels. */
const canvasPixels = 16_000_000

interface Drawing {
  readonly done: Promise<void>
  readonly cancel: () => void
}

export interface PdfPage {
  /** From 1. */
  readonly number: number
  /** The displayed width, in points. */
  readonly width: number
  /** Height divided by width. */
  readonly ratio: number
  /** Draws the page onto the canvas, `width` device pixels wide. */
  readonly draw: (canvas: HTMLCanvasElement, width: number) => Drawing
  /** The text in reading order, for screen readers. */
  readonly text: () => Promise<string>
}

export interface PdfFile {
  readonly pages: readonly PdfPage[]
  readonly close: () => void
}

/**
 * Opens a PDF for viewing. Its scripts and XFA forms are off; fonts and character maps come from our own origin.
 * @throws what pdf.js throws; an error named PasswordException when the PDF is protected
 */
export async function openPdf(blob: Blob): Promise<PdfFile> {
  const task = getDocument({
    data: await blob.arrayBuffer(),
    enableXfa: false,
    useWasm: false,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  })
  const document = await task.promise
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  return { pages: pages.map(pdfPage), close: () => void task.destroy() }
}

function pdfPage(page: PDFPageProxy): PdfPage {
  const natural = page.getViewport({ scale: 1 })
  const ratio = natural.height / natural.width
  return {
    number: page.pageNumber,
    width: natural.width,
    ratio,
    draw: (canvas, width) => {
      const maxWidth = Math.sqrt(canvasPixels / ratio)
      const viewport = page.getViewport({ scale: Math.min(width, maxWidth) / natural.width })
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      const rendering = page.render({ canvas, viewport })
      return { done: rendering.promise, cancel: () => rendering.cancel() }
    },
    text: async () => {
      const { items } = await page.getTextContent()
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    },
  }
}
