import type { Inspection } from './inspect-pdf.ts'
import type { PageSize } from './measure-pages.ts'
import { isPdfRefusalCode, PdfRefused } from './pdf-refused.ts'
import { isPdfTaskFailureCode, PdfTaskFailed } from './pdf-task-failed.ts'
import type { Sealed, SealInput } from './seal-input.ts'

/** What a PDF process is asked to do. */
export type PdfTask =
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'measure'; bytes: Uint8Array }
  | { kind: 'seal'; input: SealInput }

/** What it answers: errors as their code, since classes do not cross processes. `ready` comes once, before any task. */
export type PdfAnswer =
  | { kind: 'ready' }
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'measured'; pages: PageSize[] }
  | { kind: 'sealed'; sealed: Sealed }
  | { kind: 'failed'; code: string; detail: string }

const kinds = new Set<unknown>(['ready', 'inspected', 'measured', 'sealed', 'failed'] satisfies PdfAnswer['kind'][])

/** Whether a message is an answer, by its kind: what it holds is as trusted as the code that made it. */
export function isPdfReport(message: unknown): message is PdfAnswer {
  return typeof message === 'object' && message !== null && 'kind' in message && kinds.has(message.kind)
}

/** The code of an error that crosses to the service; `detail` says where it came from, for the log, and leaves
 * out the message, which may quote the document. */
export function failedAnswer(error: unknown): PdfAnswer {
  const known = error instanceof PdfRefused || error instanceof PdfTaskFailed
  const cause = known ? error.cause : error
  const frames =
    cause instanceof Error ? (cause.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : []
  const detail = cause instanceof Error ? [cause.name, ...frames.slice(0, 6)].join('\n') : ''
  const code = isExhaustion(error) ? 'PDF_TOO_COMPLEX' : known ? error.code : 'PDF_TASK_FAILED'
  return { kind: 'failed', code, detail }
}

/** How V8 and zlib say that there was no memory, where they throw and do not abort. */
const noMemory =
  /allocation failed|invalid array length|invalid string length|out of memory|cannot create a (buffer|string)/i

function isExhaustion(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return noMemory.test(error.message) || isExhaustion(error.cause)
}

/** The error that a failed answer stands for. */
export function errorOf({ code, detail }: { code: string; detail: string }): PdfRefused | PdfTaskFailed {
  const options = detail === '' ? undefined : { cause: new Error(detail) }
  if (isPdfRefusalCode(code)) return new PdfRefused(code, options)
  return new PdfTaskFailed(isPdfTaskFailureCode(code) ? code : 'PDF_TASK_FAILED', options)
}
