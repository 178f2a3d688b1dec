import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const assets = import.meta.env.PDFJS_ASSETS
GlobalWorkerOptions.workerSrc = `${assets}pdf.worker.js`

/** iOS draws nothing on a canvas beyond this many pixels. */
const canvasPixels = 16_000_000

interface Drawing {
  readonly done: Promise<void>
  readonly cancel: () => void
}

export interface PdfPage {
  /** From 1. */
  readonly number: number
  /** How wide the page is as it is seen, in points. */
  readonly points: number
  /** Height divided by width. */
  readonly ratio: number
  /** Draws the page onto the canvas, `width` device pixels wide. */
  readonly draw: (canvas: HTMLCanvasElement, width: number) => Drawing
  /** The page's words in reading order, for who can't see the drawing. */
  readonly text: () => Promise<string>
}

export interface PdfFile {
  readonly pages: readonly PdfPage[]
  readonly close: () => void
}

/**
 * Opens a PDF for viewing. Scripts and XFA forms in it stay off; what it needs from outside comes from our own origin.
 * @throws what pdf.js throws; an error named PasswordException when the PDF is protected
 */
export async function openPdf(data: ArrayBuffer): Promise<PdfFile> {
  const task = getDocument({
    data,
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
    points: natural.width,
    ratio,
    draw: (canvas, width) => {
      const widest = Math.sqrt(canvasPixels / ratio)
      const viewport = page.getViewport({ scale: Math.min(width, widest) / natural.width })
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
