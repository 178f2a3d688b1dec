import { type AcceptableLoss, describeLosses, isAcceptable, type PageLoss } from './page-losses.ts'

const megabyte = 2 ** 20
/** Bytes that an uploaded PDF may have. Its plain copy and its stamped pages may be larger. */
export const largestPdf = 50 * megabyte

/** A print has the look of a form, but nothing to fill in. */
const orPrint = 'or print it to a new PDF, which loses its form fields, and upload that.'

/** Shown to staff when a document is refused: what is wrong, and what to do. */
const refusals = {
  PDF_NOT_A_PDF: 'This file is not a PDF. Export or print the document as PDF and upload that file.',
  PDF_TOO_LARGE: `This PDF is larger than ${largestPdf / megabyte} MB. Scan it with 150 to 200 dpi, or split it, and upload it again.`,
  PDF_ENCRYPTED:
    'This PDF is protected in a way that cannot be opened here, such as by a certificate. Save a copy without protection and upload that.',
  PDF_PASSWORD_NEEDED: 'This PDF opens only with its password. Type the password, and upload the file again.',
  PDF_PASSWORD_WRONG: 'This PDF does not open with that password. Check the password, and upload the file again.',
  PDF_TRUNCATED:
    'The end of this PDF is missing, as after an interrupted download. Get a complete copy and upload it again.',
  PDF_UNREADABLE: `This PDF is damaged and cannot be read. Get another copy, ${orPrint}`,
  PDF_HAS_XFA: `This PDF has no pages of its own: Adobe Reader makes them while it shows the form (dynamic XFA). Ask for the fillable PDF (AcroForm) of this form, ${orPrint.replace('print', 'open it in Adobe Reader and print')}`,
  PDF_IS_PORTFOLIO: 'This PDF is a portfolio of several files. Upload each of them as its own PDF.',
  PDF_ALREADY_SIGNED: `This PDF already carries a digital signature, which sealing would break. Get the unsigned file, ${orPrint}`,
  PDF_HAS_HIDDEN_LAYERS: `This PDF has layers that appear or disappear with the zoom, the language or the viewer. Export it without layers, ${orPrint}`,
  PDF_TOO_COMPLEX: `This PDF takes too much time or memory to process. Split it, ${orPrint}`,
  PDF_CONTENT_LOST: `Parts of this PDF would be lost or look different after signing, because it is built in an unusual way. Get another copy, ${orPrint}`,
} as const

const failures = {
  PDF_TIMEOUT: 'The PDF took too long to process.',
  PDF_STALLED: 'The machine was too busy to process the PDF in time.',
  PDF_EXHAUSTED: 'The PDF took too much memory to process.',
  PDF_KILLED: 'The PDF process was killed while processing a PDF.',
  PDF_QUEUE_FULL: 'Too many PDFs are waiting to be processed.',
  PDF_WORKER_NOT_STARTED: 'No PDF process could be started.',
  PDF_WORKER_LOST: 'The PDF process stopped while processing a PDF.',
  PDF_WORKER_CLOSED: 'The PDF processes are closed.',
  SEAL_INPUT_INVALID: 'A stamp or the certificate data cannot be drawn.',
  SEAL_TEXT_UNPRINTABLE:
    'A text of the document has characters that no font here can print. Void it, change that text, and have it signed again.',
  SEAL_PAGES_DIFFER: 'The pages to seal are not those that the signer reviewed.',
  SEAL_KEY_INVALID:
    'The seal key cannot be used: wrong pass phrase, unreadable, or key and certificate do not belong together.',
  SEAL_NOT_VERIFIED: 'The sealed PDF did not verify, so it was discarded.',
  SEAL_CHAIN_UNKNOWN: 'The authorities of the seal or time-stamp certificate did not confirm that it is valid.',
  TSA_FAILED: 'The time-stamp authority returned no valid time stamp.',
  PDF_TASK_FAILED: 'The PDF could not be processed.',
} as const

export type PdfRefusalCode = keyof typeof refusals
export type PdfTaskFailureCode = keyof typeof failures

/** The document itself is the cause: a retry with the same file fails in the same way. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused'
  readonly code: PdfRefusalCode
  /** What would be lost, as far as it is known. */
  readonly losses: readonly PageLoss[]

  constructor(code: PdfRefusalCode, { losses = [], ...options }: ErrorOptions & { losses?: readonly PageLoss[] } = {}) {
    super(losses.length > 0 ? `${describeLosses(losses)} ${whyLost}` : refusals[code], options)
    this.code = code
    this.losses = losses
  }

  /** The losses that staff may accept; none if another stands in the way. */
  get acceptable(): AcceptableLoss[] {
    return this.losses.every(isAcceptable) ? this.losses.filter(isAcceptable) : []
  }
}

const whyLost = `It is built in an unusual way. Get another copy, ${orPrint}`

/** Something other than the document is the cause: the task may be retried. */
export class PdfTaskFailed extends Error {
  override readonly name = 'PdfTaskFailed'
  readonly code: PdfTaskFailureCode

  constructor(code: PdfTaskFailureCode, options?: ErrorOptions) {
    super(failures[code], options)
    this.code = code
  }
}

/** Whether `code` is a code of `PdfRefused`. Error classes do not survive the way between processes, codes do. */
export function isPdfRefusalCode(code: unknown): code is PdfRefusalCode {
  return typeof code === 'string' && Object.hasOwn(refusals, code)
}

/** Whether `code` is a code of `PdfTaskFailed`. */
export function isPdfTaskFailureCode(code: unknown): code is PdfTaskFailureCode {
  return typeof code === 'string' && Object.hasOwn(failures, code)
}
