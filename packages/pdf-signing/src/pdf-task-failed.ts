const messages = {
  PDF_TIMEOUT: 'The PDF took too long to process.',
  PDF_STALLED: 'The machine was too busy to process the PDF in time.',
  PDF_EXHAUSTED: 'The PDF took too much memory to process.',
  PDF_QUEUE_FULL: 'Too many PDFs wait to be processed.',
  PDF_WORKER_LOST: 'The PDF process stopped while processing a PDF.',
  PDF_WORKER_CLOSED: 'The PDF processes are closed.',
  SEAL_INPUT_INVALID: 'A stamp or the certificate data cannot be drawn.',
  SEAL_KEY_INVALID:
    'The seal key cannot be used: wrong pass phrase, unreadable, or key and certificate do not belong together.',
  SEAL_NOT_VERIFIED: 'The sealed PDF did not verify, so it was discarded.',
  TSA_FAILED: 'The time-stamp authority gave no time stamp.',
  PDF_TASK_FAILED: 'The PDF could not be processed.',
} as const

export type PdfTaskFailureCode = keyof typeof messages

/** Something other than the document is the reason: the task may be tried again. */
export class PdfTaskFailed extends Error {
  override readonly name = 'PdfTaskFailed'
  readonly code: PdfTaskFailureCode

  constructor(code: PdfTaskFailureCode, options?: ErrorOptions) {
    super(messages[code], options)
    this.code = code
  }
}

/** Whether `code` is one that `PdfTaskFailed` takes: for errors that crossed to the service. */
export function isPdfTaskFailureCode(code: unknown): code is PdfTaskFailureCode {
  return typeof code === 'string' && Object.hasOwn(messages, code)
}
