import './add-missing-apis.ts'
import { GlobalWorkerOptions, getDocument, type PDFPageProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'

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
  /** Frees the decoded images of the page. A later drawing decodes them again. */
  readonly release: () => void
  /** The text in reading order, for screen readers. Resolves after the first drawing of the PDF. */
  readonly text: () => Promise<string>
  /** The printed texts with their places, likewise. */
  readonly words: () => Promise<readonly PrintedText[]>
}

/** A printed text: its box in points from the top left corner of the displayed page. */
export interface PrintedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PdfFile {
  readonly pages: readonly PdfPage[]
  readonly close: () => void
}

/** pdf.js' worker, which was started before the PDF that it reads came. */
export interface StartedWorker {
  readonly worker: Worker
  /** Whether its script runs; false if it could not be loaded. */
  readonly isReady: Promise<boolean>
}

/**
 * Opens a PDF for viewing. Its scripts and XFA forms are off; fonts and character maps come from our own origin.
 * @param started a worker for this PDF; without one that runs, pdf.js starts its own
 * @throws what pdf.js throws; an error named PasswordException when the PDF is protected
 */
export async function openPdf(blob: Blob, started?: StartedWorker): Promise<PdfFile> {
  const [data, worker] = await Promise.all([blob.arrayBuffer(), attach(started)])
  const task = getDocument({
    data,
    ...(worker ? { worker } : {}),
    enableXfa: false,
    useWasm: false,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  })
  const close = async () => {
    await task.destroy()
    worker?.destroy()
    started?.worker.terminate()
  }
  try {
    const document = await task.promise
    const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
    const proxies = await Promise.all(numbers.map((number) => document.getPage(number)))
    const firstDrawing = new FirstDrawing()
    return { pages: proxies.map((proxy) => pdfPage(proxy, firstDrawing)), close: () => void close() }
  } catch (error) {
    void close()
    throw error
  }
}

async function attach(started: StartedWorker | undefined): Promise<PDFWorker | undefined> {
  if (!started) return undefined
  if (await started.isReady) return PDFWorker.create({ port: started.worker })
  started.worker.terminate()
  return undefined
}

/** The first drawing of a PDF. The worker reads no text before, which would delay it. */
class FirstDrawing {
  settle: () => void = () => undefined
  readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve
  })
}

function pdfPage(page: PDFPageProxy, first: FirstDrawing): PdfPage {
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
      rendering.promise.then(first.settle, first.settle)
      return { done: rendering.promise, cancel: () => rendering.cancel() }
    },
    release: () => void page.cleanup(),
    text: async () => {
      await first.settled
      const { items } = await page.getTextContent()
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    },
    words: async () => {
      await first.settled
      const { items } = await page.getTextContent()
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [x = 0, bottom = 0] = natural.convertToViewportPoint(Number(item.transform[4]), Number(item.transform[5]))
        const { width, height } = item
        return [{ text: item.str, x, y: bottom - height, width, height }]
      })
    },
  }
}
