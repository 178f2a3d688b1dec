import { vi } from 'vitest'
import type { PdfFile } from '../features/signing/pdf-document.ts'

/** A document of two pages, in place of pdf.js, which needs a canvas that jsdom lacks. */
export function fakePdf() {
  const close = vi.fn()
  const page = (number: number) => ({
    number,
    points: 600,
    ratio: 1.3,
    draw: () => ({ done: Promise.resolve(), cancel: () => undefined }),
    text: async () => `Words of page ${number}`,
  })
  const file: PdfFile = { pages: [page(1), page(2)], close }
  return { openPdf: vi.fn(async (_data: ArrayBuffer) => file), close }
}
