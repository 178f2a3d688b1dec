import type { Inspection } from './inspect-pdf.ts'
import type { PageSize } from './measure-pages.ts'
import { isPdfRefusalCode, PdfRefused } from './pdf-refused.ts'
import { isPdfTaskFailureCode, PdfTaskFailed } from './pdf-task-failed.ts'
import type { Sealed, SealInput } from './seal-input.ts'

/** What the worker thread is asked to do. */
export type PdfTask =
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'measure'; bytes: Uint8Array }
  | { kind: 'seal'; input: SealInput }

/** What it answers: errors as their code, since classes do not cross threads. */
export type PdfAnswer =
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'measured'; pages: PageSize[] }
  | { kind: 'sealed'; sealed: Sealed }
  | { kind: 'failed'; code: string; detail: string }

/** The code of an error that crosses a thread; `detail` says where it came from, for the log, and leaves
 * out the message, which may quote the document. */
export function failedAnswer(error: unknown): PdfAnswer {
  const known = error instanceof PdfRefused || error instanceof PdfTaskFailed
  const cause = known ? error.cause : error
  const frames =
    cause instanceof Error ? (cause.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : []
  const detail = cause instanceof Error ? [cause.name, ...frames.slice(0, 6)].join('\n') : ''
  return { kind: 'failed', code: known ? error.code : 'PDF_TASK_FAILED', detail }
}

/** The error that a failed answer stands for. */
export function errorOf({ code, detail }: { code: string; detail: string }): PdfRefused | PdfTaskFailed {
  const options = detail === '' ? undefined : { cause: new Error(detail) }
  if (isPdfRefusalCode(code)) return new PdfRefused(code, options)
  return new PdfTaskFailed(isPdfTaskFailureCode(code) ? code : 'PDF_TASK_FAILED', options)
}
