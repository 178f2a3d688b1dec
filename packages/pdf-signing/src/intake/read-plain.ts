import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PdfRefused } from '../pdf-errors.ts'
import { looksSame } from '../reading/content-guard.ts'
import { openForReading } from '../reading/open-pdf.ts'
import { type PageSnapshot, renderPage, snapshotPage } from '../reading/page-snapshot.ts'

/**
 * Reads a plain copy as it is displayed. Checks, with another parser than the one that made it, that only pages are
 * left.
 *
 * A page without drawn annotations has unchanged content, so the snapshot of the upload (`shown`) is used for it; the
 * trial seal compares its result, rendered for print, with that. The first page is always read, and also rendered for
 * print here, since the trial seal leaves the area of its stamps out of the comparison.
 * @throws {PdfRefused} `PDF_CONTENT_LOST`
 */
export async function readPlain(plain: Uint8Array, shown: readonly PageSnapshot[]): Promise<PageSnapshot[]> {
  const document = await openForReading(plain)
  try {
    await assertOnlyPages(document)
    if (document.numPages !== shown.length) throw new PdfRefused('PDF_CONTENT_LOST')
    const pages: PageSnapshot[] = []
    for (const [index, before] of shown.entries()) {
      const isChanged = index === 0 || before.drawnNotes > 0
      pages.push(
        isChanged ? await snapshotPage(document, index, () => before.raster !== null) : { ...before, notes: 0 },
      )
    }
    await assertPrintsSame(document, pages[0])
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}

async function assertPrintsSame(document: PDFDocumentProxy, first: PageSnapshot | undefined): Promise<void> {
  const printed = await renderPage(await document.getPage(1), 'print')
  if (!first?.raster || !looksSame(first.raster, printed)) throw new PdfRefused('PDF_CONTENT_LOST')
}

async function assertOnlyPages(document: PDFDocumentProxy): Promise<void> {
  const layers = await document.getOptionalContentConfig()
  const left = [
    [...layers].length > 0,
    await document.getAttachments(),
    await document.getJSActions(),
    await document.getOpenAction(),
    await document.getOutline(),
    await document.getFieldObjects(),
  ]
  if (left.some(Boolean)) throw new PdfRefused('PDF_CONTENT_LOST')
}
