import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const assets = import.meta.env.PDFJS_ASSETS
GlobalWorkerOptions.workerSrc = `${assets}pdf.worker.js`

interface Drawing {
  readonly done: Promise<void>
  readonly cancel: () => void
}

export interface PdfPage {
  /** From 1. */
  readonly number: number
  /** As the page is seen, in points. */
  readonly width: number
  /** Height divided by width. */
  readonly ratio: number
  /** Draws the page onto the canvas, `width` device pixels wide. */
  readonly draw: (canvas: HTMLCanvasElement, width: number) => Drawing
}

export interface PdfFile {
  readonly pages: readonly PdfPage[]
  readonly close: () => void
}

/**
 * Opens a PDF for viewing. Scripts and XFA forms in it stay off; what it needs from outside comes from our own origin.
 * @throws what pdf.js throws; an error named PasswordException when the PDF is protected
 */
export async function openPdf(file: Blob): Promise<PdfFile> {
  const task = getDocument({
    data: await file.arrayBuffer(),
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
  return {
    number: page.pageNumber,
    width: natural.width,
    ratio: natural.height / natural.width,
    draw: (canvas, width) => {
      const viewport = page.getViewport({ scale: width / natural.width })
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      const rendering = page.render({ canvas, viewport })
      return { done: rendering.promise, cancel: () => rendering.cancel() }
    },
  }
}
