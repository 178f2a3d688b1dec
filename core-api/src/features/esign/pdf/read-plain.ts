import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { looksSame } from './content-guard.ts'
import { type PageSnapshot, renderPage, snapshotPages } from './page-snapshot.ts'
import { PdfRefused } from './pdf-refused.ts'
import { openForReading } from './pdfjs.ts'

/**
 * Reads a plain copy as it is displayed, with pictures of the same pages as `shown` has, and checks by another parser
 * than the one that made it that nothing but pages is left.
 *
 * The first page is rendered for print too and must look the same. Of the others, sealing renders what is printed and
 * compares it with these pictures; on the first page that comparison leaves the trial's stamps out.
 * @throws {PdfRefused} `PDF_CONTENT_LOST`
 */
export async function readPlain(plain: Uint8Array, shown: readonly PageSnapshot[]): Promise<PageSnapshot[]> {
  const document = await openForReading(plain)
  try {
    await assertOnlyPages(document)
    const pages = await snapshotPages(document, (_, index) => Boolean(shown[index]?.raster))
    const displayed = pages[0]?.raster
    const printed = await renderPage(await document.getPage(1), 'print')
    if (displayed && !looksSame(displayed, printed)) throw new PdfRefused('PDF_CONTENT_LOST')
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}

async function assertOnlyPages(document: PDFDocumentProxy): Promise<void> {
  const layers = await document.getOptionalContentConfig()
  const left = [
    [...layers].length > 0,
    await document.getAttachments(),
    await document.hasJSActions(),
    await document.getOpenAction(),
    await document.getOutline(),
    await document.getFieldObjects(),
  ]
  if (left.some(Boolean)) throw new PdfRefused('PDF_CONTENT_LOST')
}
