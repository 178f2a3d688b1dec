import { vi } from 'vitest'
import type { PdfFile } from '../pdf-document.ts'

/** A PDF of two pages in place of pdf.js, which needs a canvas that jsdom lacks. For `vi.mock` of pdf-document. */
export function fakePdf() {
  const page = (number: number) => ({
    number,
    width: 600,
    ratio: 1.3,
    draw: () => ({ done: Promise.resolve(), cancel: () => undefined }),
    release: () => undefined,
    text: async () => `Words of page ${number}`,
    // A label, with room for an answer before the next one.
    words: async () => [
      { text: 'Name', x: 60, y: 95, width: 40, height: 10 },
      { text: 'Date', x: 220, y: 95, width: 40, height: 10 },
    ],
  })
  const openPdf = vi.fn(
    async (_blob: Blob): Promise<PdfFile> => ({ pages: [page(1), page(2)], close: () => undefined }),
  )
  return { openPdf }
}
