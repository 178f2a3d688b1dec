// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const page = {
  pageNumber: 1,
  getViewport: ({ scale }: { scale: number }) => ({ width: 600 * scale, height: 900 * scale }),
  render: vi.fn(() => ({ promise: Promise.resolve(), cancel: () => undefined })),
  getTextContent: async () => ({
    items: [{ str: 'First', hasEOL: true }, { type: 'mark' }, { str: 'line', hasEOL: false }],
  }),
}
const getDocument = vi.fn((_options: object) => ({
  promise: Promise.resolve({ numPages: 1, getPage: async () => page }),
  destroy: async () => undefined,
}))
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({ GlobalWorkerOptions: {}, getDocument }))

const { openPdf } = await import('./pdf-document.ts')
const canvas = document.createElement('canvas')

beforeEach(() => {
  getDocument.mockClear()
})

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

test('given a page, when its text is read, then lines are kept and marks are left out', async () => {
  const { pages } = await openPdf(new Blob(['%PDF']))

  expect(await pages[0]?.text()).toBe('First\nline')
})

test('given a PDF, when it is opened, then XFA forms and WebAssembly are off', async () => {
  await openPdf(new Blob(['%PDF']))

  expect(getDocument).toHaveBeenCalledWith(expect.objectContaining({ enableXfa: false, useWasm: false }))
})
