import { PDF, type PDFPage } from './libpdf.ts'
import { makePlain } from './make-plain.ts'
import { PdfRefused } from './pdf-refused.ts'
import { isProtection } from './read-original.ts'

/**
 * Opens a PDF and makes it plain, ready to be drawn on.
 * @throws {PdfRefused} when it is protected, signed already, cannot be made plain, or libpdf cannot follow it
 */
export async function openForSealing(original: Uint8Array, pageCount: number): Promise<{ pdf: PDF; pages: PDFPage[] }> {
  try {
    const pdf = await PDF.load(original)
    if (pdf.isEncrypted) throw new PdfRefused('PDF_ENCRYPTED')
    const form = pdf.getForm()
    if (form?.getSignatureFields().some((field) => field.isSigned())) throw new PdfRefused('PDF_ALREADY_SIGNED')
    const pages = pdf.getPages()
    if (pages.length !== pageCount) throw new PdfRefused('PDF_CONTENT_LOST')
    makePlain(pdf, pages)
    return { pdf, pages }
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(isProtection(cause) ? 'PDF_ENCRYPTED' : 'PDF_UNREADABLE', { cause })
  }
}
