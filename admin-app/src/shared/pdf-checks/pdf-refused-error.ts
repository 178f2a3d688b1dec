/** The check in the background has refused a PDF. The message is for staff. */
export class PdfRefusedError extends Error {
  override readonly name = 'PdfRefusedError'
}
