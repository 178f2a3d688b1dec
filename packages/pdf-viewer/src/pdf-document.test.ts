// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

interface Rendering {
  readonly promise: Promise<void>
  readonly cancel: () => void
  /** pdf.js asks it before each part of a drawing. */
  onContinue?: (draw: () => void) => void
}

const renderings: Rendering[] = []
let blanks = false
const page = {
  pageNumber: 1,
  getViewport: ({ scale }: { scale: number }) => ({
    width: 600 * scale,
    height: 900 * scale,
    convertToViewportPoint: (x: number, y: number) => [x, 900 - y],
  }),
  render: vi.fn(() => {
    const rendering: Rendering = { promise: Promise.resolve(), cancel: () => undefined }
    renderings.push(rendering)
    return rendering
  }),
  getTextContent: async () => ({
    items: [
      { str: 'First', hasEOL: true, transform: [1, 0, 0, 1, 50, 800], width: 25, height: 10 },
      { type: 'mark' },
      { str: 'line', hasEOL: false, transform: [1, 0, 0, 1, 50, 780], width: 20, height: 10 },
      ...(blanks
        ? [{ str: 'Name: ____ Date', hasEOL: false, transform: [1, 0, 0, 1, 100, 700], width: 150, height: 10 }]
        : []),
    ],
  }),
}
const getDocument = vi.fn((_options: object) => ({
  promise: Promise.resolve({ numPages: 1, getPage: async () => page }),
  destroy: async () => undefined,
}))
const destroyWorker = vi.fn()
const PDFWorker = { create: ({ port }: { port: Worker }) => ({ port, destroy: destroyWorker }) }
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({ GlobalWorkerOptions: {}, getDocument, PDFWorker }))

const { openPdf } = await import('./pdf-document.ts')
const canvas = document.createElement('canvas')

beforeEach(() => {
  getDocument.mockClear()
})

/** A worker of the browser, which jsdom lacks. */
class FakeWorker extends EventTarget implements Worker {
  onerror = null
  onmessage = null
  onmessageerror = null
  postMessage = vi.fn()
  terminate = vi.fn()
}

/** Draws the only page. */
async function draw(width: number) {
  const { pages } = await openPdf(new Blob(['%PDF']))
  await pages[0]?.draw(canvas, width).done
  return canvas
}

test('given a page, when it is drawn, then the canvas has the width in device pixels', async () => {
  expect(await draw(1_200)).toMatchObject({ width: 1_200, height: 1_800 })
})

test('given a width beyond the canvas limit of iOS, when a page is drawn, then the canvas stays below the limit', async () => {
  const { width, height } = await draw(12_000)

  expect(width * height).toBeLessThanOrEqual(16_000_000)
  expect(height / width).toBeCloseTo(1.5, 2)
})

test('given three pages, when they are drawn at once, then a frame draws a part of one, in turn', async () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const { pages } = await openPdf(new Blob(['%PDF']))
  renderings.length = 0
  const drawn: number[] = []
  for (let count = 0; count < 3; count += 1) pages[0]?.draw(canvas, 80)
  renderings.forEach((rendering, index) => {
    rendering.onContinue?.(() => drawn.push(index))
  })
  const runFrame = () => {
    for (const frame of frames.splice(0)) frame(0)
  }
  expect(drawn).toEqual([0])
  renderings[0]?.onContinue?.(() => drawn.push(0))
  runFrame()
  expect(drawn).toEqual([0, 1])
  runFrame()
  runFrame()
  expect(drawn).toEqual([0, 1, 2, 0])
  runFrame()
  vi.unstubAllGlobals()
})

test('given a page, when its text is read, then lines are kept and marks are left out', async () => {
  const { pages } = await openPdf(new Blob(['%PDF']))
  await pages[0]?.draw(canvas, 600).done

  expect(await pages[0]?.text()).toBe('First\nline')
})

test('given a line with a blank to write on, when the words are read, then their boxes from the top, without the blank', async () => {
  blanks = true
  const { pages } = await openPdf(new Blob(['%PDF']))
  await pages[0]?.draw(canvas, 600).done

  expect((await pages[0]?.words())?.slice(2)).toEqual([
    { text: 'Name: ', x: 100, y: 190, width: 60, height: 10 },
    { text: ' Date', x: 200, y: 190, width: 50, height: 10 },
  ])
  blanks = false
})

test('given a page, when its text is read before a drawing, then the drawing comes first', async () => {
  let fail: (error: Error) => void = () => undefined
  const promise = new Promise<void>((_resolve, reject) => {
    fail = reject
  })
  page.render.mockReturnValueOnce({ promise, cancel: () => undefined })
  const getText = vi.spyOn(page, 'getTextContent')
  const { pages } = await openPdf(new Blob(['%PDF']))
  const text = pages[0]?.text()
  pages[0]?.draw(canvas, 600)
  expect(getText).not.toHaveBeenCalled()

  fail(new Error('cancelled'))

  expect(await text).toBe('First\nline')
})

test('given a started worker that runs, when a PDF is opened, then it is read by that worker, which ends with it', async () => {
  const worker = new FakeWorker()
  const { close } = await openPdf(new Blob(['%PDF']), { worker, isReady: Promise.resolve(true) })
  expect(getDocument).toHaveBeenCalledWith(
    expect.objectContaining({ worker: expect.objectContaining({ port: worker }) }),
  )
  expect(worker.terminate).not.toHaveBeenCalled()

  close()

  await vi.waitFor(() => expect(worker.terminate).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('given a started worker that could not be loaded, when a PDF is opened, then pdf.js starts its own', async () => {
  const worker = new FakeWorker()

  await openPdf(new Blob(['%PDF']), { worker, isReady: Promise.resolve(false) })

  expect(getDocument).toHaveBeenCalledWith(expect.not.objectContaining({ worker: expect.anything() }))
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('given a broken PDF, when it is opened, then its worker ends', async () => {
  const worker = new FakeWorker()
  const failed = Promise.reject(new Error('broken'))
  getDocument.mockReturnValueOnce({ promise: failed, destroy: async () => undefined })

  await expect(openPdf(new Blob(['%PDF']), { worker, isReady: Promise.resolve(true) })).rejects.toThrow('broken')

  await vi.waitFor(() => expect(worker.terminate).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('given a PDF, when it is opened, then XFA forms and WebAssembly are off', async () => {
  await openPdf(new Blob(['%PDF']))

  expect(getDocument).toHaveBeenCalledWith(expect.objectContaining({ enableXfa: false, useWasm: false }))
})
