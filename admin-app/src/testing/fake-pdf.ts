import { vi } from 'vitest'
import type { PdfFile } from '../shared/pdf-preview/pdf-document'

/** A document of two pages, in place of pdf.js, which needs a canvas that jsdom lacks. */
export function fakePdf() {
  const page = (number: number) => ({
    number,
    width: 600,
    ratio: 1.3,
    draw: () => ({ done: Promise.resolve(), cancel: () => undefined }),
  })
  const openPdf = vi.fn(
    async (_file: Blob): Promise<PdfFile> => ({ pages: [page(1), page(2)], close: () => undefined }),
  )
  return { openPdf }
}
