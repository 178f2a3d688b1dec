/** What a staff member reads when a document is turned down: what is wrong, and what to do. */
const messages = {
  PDF_NOT_A_PDF: 'This file is not a PDF. Export or print the document as PDF and upload that file.',
  PDF_TOO_LARGE: 'This PDF is larger than 25 MB. Reduce its size, or split it, and upload it again.',
  PDF_ENCRYPTED:
    'This PDF is protected by a password or by permissions. Save a copy without protection and upload that.',
  PDF_TRUNCATED:
    'The end of this PDF is missing, as after an interrupted download. Get a complete copy and upload it again.',
  PDF_UNREADABLE: 'This PDF is damaged and cannot be read. Print the document to a new PDF and upload that.',
  PDF_HAS_XFA: 'This PDF is an Adobe XFA form, which cannot be signed here. Print it to a new PDF and upload that.',
  PDF_IS_PORTFOLIO: 'This PDF is a portfolio of several files. Upload each of them as its own PDF.',
  PDF_ALREADY_SIGNED:
    'This PDF already carries a digital signature, which sealing would break. Print it to a new PDF and upload that.',
  PDF_HAS_HIDDEN_LAYERS: 'This PDF has hidden layers. Print it to a new PDF and upload that.',
  PDF_TOO_COMPLEX:
    'This PDF takes too much time or memory to process. Print it to a new PDF, or split it, and upload that.',
  PDF_CONTENT_LOST:
    'Parts of this PDF would be lost or look different after signing, because it is built in an unusual way. Print it to a new PDF and upload that.',
} as const

export type PdfRefusalCode = keyof typeof messages

/** The document itself is the reason: trying again with the same file gives the same answer. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused'
  readonly code: PdfRefusalCode

  constructor(code: PdfRefusalCode, options?: ErrorOptions) {
    super(messages[code], options)
    this.code = code
  }
}

/** Whether `code` is one that `PdfRefused` takes: for errors that crossed to the service. */
export function isPdfRefusalCode(code: unknown): code is PdfRefusalCode {
  return typeof code === 'string' && Object.hasOwn(messages, code)
}
