import { PDF, type PDFPage, PdfDict, type PdfRef } from './libpdf.ts'
import { PdfRefused } from './pdf-refused.ts'
import { preparePage } from './prepare-page.ts'
import { isProtection } from './read-original.ts'

/**
 * Opens a PDF to be drawn on, with nothing left in it that could look different after sealing: form fields become part
 * of the page, and scripts go.
 * @throws {PdfRefused} when it is protected, signed already, or built in a way that libpdf does not follow
 */
export async function openForSealing(original: Uint8Array, pageCount: number): Promise<{ pdf: PDF; pages: PDFPage[] }> {
  try {
    const pdf = await PDF.load(original)
    if (pdf.isEncrypted) throw new PdfRefused('PDF_ENCRYPTED')
    const form = pdf.getForm()
    if (form?.getSignatureFields().some((field) => field.isSigned())) throw new PdfRefused('PDF_ALREADY_SIGNED')
    const pages = pdf.getPages()
    if (pages.length !== pageCount) throw new PdfRefused('PDF_CONTENT_LOST')
    // Before flattening: libpdf draws the fields on pages that may inherit or share their resources.
    for (const page of pages) preparePage(pdf, page)
    form?.flatten()
    removeScripts(pdf)
    return { pdf, pages }
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(isProtection(cause) ? 'PDF_ENCRYPTED' : 'PDF_UNREADABLE', { cause })
  }
}

function removeScripts(pdf: PDF): void {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const catalog = pdf.getCatalog()
  for (const key of ['OpenAction', 'AA']) catalog.delete(key)
  const names = catalog.get('Names', resolve)
  if (names instanceof PdfDict) names.delete('JavaScript')
  for (const page of pdf.getPages()) page.dict.delete('AA')
}
