import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PdfRefused } from '../pdf-errors.ts'
import { openForReading } from './open-pdf.ts'

/** Lists pages as pdf.js finds them, unread. @throws {PdfRefused} `PDF_CONTENT_LOST` for more than pages and a form */
export async function listPages(sealed: Uint8Array): Promise<string[]> {
  const document = await openForReading(sealed)
  try {
    await assertOnlyPages(document)
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { ref } = await document.getPage(number)
      pages.push(JSON.stringify(['R', ref?.num, ref?.gen]))
    }
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}

/** @throws {PdfRefused} `PDF_CONTENT_LOST` when a document has layers, files, scripts, actions or an outline */
export async function assertOnlyPages(document: PDFDocumentProxy): Promise<void> {
  const layers = await document.getOptionalContentConfig()
  const left = [
    [...layers].length > 0,
    await document.getAttachments(),
    await document.getJSActions(),
    await document.getOpenAction(),
    await document.getOutline(),
  ]
  if (left.some(Boolean)) throw new PdfRefused('PDF_CONTENT_LOST')
}
