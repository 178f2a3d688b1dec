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
  /** The printed texts with their places, without lines to write on. Resolves like `text`. */
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

/** Opens it without scripts and XFA. @param started else pdf.js starts its own worker @throws as pdf.js */
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

const waiting: (() => void)[] = []
let isTaken = false

/** Lets one page draw in a frame, since pdf.js would draw some of each: the thumbnails of a list together take long. */
function takeTurn(draw: () => void): void {
  if (isTaken) {
    waiting.push(draw)
    return
  }
  isTaken = true
  // pdf.js draws in the next frame, before this ends the turn.
  draw()
  requestAnimationFrame(() => {
    isTaken = false
    const next = waiting.shift()
    if (next) takeTurn(next)
  })
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
      rendering.onContinue = takeTurn
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
      const texts = items.flatMap((item) => ('str' in item ? textsOf(item) : []))
      return texts.map(({ text, x, y, width, height }) => {
        const [left = 0, bottom = 0] = natural.convertToViewportPoint(x, y).map(Number)
        const [right = 0, top = 0] = natural.convertToViewportPoint(x + width, y + height).map(Number)
        return { text, ...between(left, bottom, right, top) }
      })
    },
  }
}

const between = (left: number, bottom: number, right: number, top: number): Omit<PrintedText, 'text'> => ({
  x: Math.min(left, right),
  y: Math.min(bottom, top),
  width: Math.abs(right - left),
  height: Math.abs(top - bottom),
})

/** A blank to write on within a line of text. */
const blank = /(_{2,}|\.{3,}|…+|\s{3,})/

interface TextItem {
  readonly str: string
  /** The last two are the position. */
  readonly transform: readonly unknown[]
  readonly width: number
  readonly height: number
}

/** The parts of a text between its blanks, as wide as their share of its characters, in the space of the PDF. */
function textsOf({ str, transform, width, height }: TextItem): PrintedText[] {
  const [x = 0, y = 0] = transform.slice(4).map(Number)
  let done = 0
  return str.split(blank).flatMap((part, index) => {
    const start = done
    done += part.length
    if (index % 2 === 1 || part.trim() === '') return []
    return [{ text: part, x: x + (start / str.length) * width, y, width: (part.length / str.length) * width, height }]
  })
}
