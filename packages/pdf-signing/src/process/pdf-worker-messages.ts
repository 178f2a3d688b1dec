import type { FormField } from '@agency/contract/form-fields'
import type { PrintedRecord } from '../certificate/print-record.ts'
import type { Inspection, InspectOptions, Postponed, PromptLimit } from '../intake/inspect-pdf.ts'
import { isPageLoss, type PageLoss } from '../page-losses.ts'
import { isPdfRefusalCode, isPdfTaskFailureCode, PdfRefused, PdfTaskFailed } from '../pdf-errors.ts'
import type { PageSize } from '../reading/page-sizes.ts'
import type { Sealed, SealInput } from '../seal/seal-pdf.ts'
import type { Stamped, StampInput } from '../stamps/stamp-pdf.ts'

export type PdfTask =
  | { kind: 'inspect'; bytes: Uint8Array; options: InspectOptions | undefined }
  | { kind: 'inspect-prompt'; bytes: Uint8Array; limit: PromptLimit; options: InspectOptions | undefined }
  | { kind: 'measure'; bytes: Uint8Array }
  | { kind: 'propose'; bytes: Uint8Array }
  | { kind: 'print'; record: PrintedRecord }
  | { kind: 'stamp'; input: StampInput }
  | { kind: 'seal'; input: SealInput }

/** Its answer. Errors are codes, since classes do not cross processes. `ready` comes once, before the first task. */
export type PdfAnswer =
  | { kind: 'ready' }
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'postponed'; postponed: Postponed }
  | { kind: 'measured'; pages: PageSize[] }
  | { kind: 'proposed'; fields: FormField[] }
  | { kind: 'printed'; pdf: Uint8Array }
  | { kind: 'stamped'; stamped: Stamped }
  | { kind: 'sealed'; sealed: Sealed }
  | { kind: 'failed'; code: string; detail: string; losses?: readonly PageLoss[] }

const kinds = new Set<unknown>([
  'ready',
  'inspected',
  'postponed',
  'measured',
  'proposed',
  'printed',
  'stamped',
  'sealed',
  'failed',
] satisfies PdfAnswer['kind'][])

export function isPdfReport(message: unknown): message is PdfAnswer {
  return typeof message === 'object' && message !== null && 'kind' in message && kinds.has(message.kind)
}

/** `detail` is its stack for the log, without the message, which may quote the document. */
export function failedAnswer(error: unknown): PdfAnswer {
  const known = error instanceof PdfRefused || error instanceof PdfTaskFailed
  const cause = known ? error.cause : error
  const frames =
    cause instanceof Error ? (cause.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : []
  const detail = cause instanceof Error ? [cause.name, ...frames.slice(0, 6)].join('\n') : ''
  const code = isExhaustion(error) ? 'PDF_TOO_COMPLEX' : known ? error.code : 'PDF_TASK_FAILED'
  return { kind: 'failed', code, detail, ...(error instanceof PdfRefused && { losses: error.losses }) }
}

/** Messages of V8 and zlib when there is no memory and they throw instead of aborting. */
const noMemory =
  /allocation failed|invalid array length|invalid string length|out of memory|cannot create a (buffer|string)/i

function isExhaustion(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return noMemory.test(error.message) || isExhaustion(error.cause)
}

/** Turns a failed answer back into its error. */
export function errorOf({
  code,
  detail,
  losses,
}: Omit<PdfAnswer & { kind: 'failed' }, 'kind'>): PdfRefused | PdfTaskFailed {
  const options = detail === '' ? undefined : { cause: new Error(detail) }
  if (isPdfRefusalCode(code)) return new PdfRefused(code, { ...options, losses: knownLosses(losses) })
  return new PdfTaskFailed(isPdfTaskFailureCode(code) ? code : 'PDF_TASK_FAILED', options)
}

const knownLosses = (losses: unknown): PageLoss[] => (Array.isArray(losses) ? losses.filter(isPageLoss) : [])
