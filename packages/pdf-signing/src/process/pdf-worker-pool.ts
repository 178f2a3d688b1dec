import type { FormField } from '@agency/contract/form-fields'
import type { PrintedRecord } from '../certificate/print-record.ts'
import type { Inspection, InspectOptions, Postponed, PromptLimit } from '../intake/inspect-pdf.ts'
import { PdfRefused, PdfTaskFailed } from '../pdf-errors.ts'
import type { PageSize } from '../reading/page-sizes.ts'
import type { Sealed, SealInput } from '../seal/seal-pdf.ts'
import type { Stamped, StampInput } from '../stamps/stamp-pdf.ts'
import { hasSystemLimits } from './pdf-process-limits.ts'
import { PdfTaskQueue } from './pdf-task-queue.ts'
import { errorOf, type PdfAnswer } from './pdf-worker-messages.ts'

export type PdfWorkerOptions = {
  checks?: number
  cpuSeconds?: number
  /** Milliseconds after which an upload check counts as slow, if others wait. */
  slowAfter?: number
  mostWaiting?: number
  mostTasks?: number
  idleTimeout?: number
  heapMegabytes?: number
  /** The script of the processes; tests pass others. */
  script?: URL
}

export type PdfWorker = {
  /** Checks a PDF and makes its plain copy, see `inspectPdf`. Do not change the bytes until it is settled. */
  inspect(bytes: Uint8Array, options?: InspectOptions): Promise<Inspection>
  /** Checks a short PDF, and takes a first look at a longer one, see `inspectPrompt`. As `inspect` otherwise. */
  inspectPrompt(bytes: Uint8Array, limit: PromptLimit, options?: InspectOptions): Promise<Inspection | Postponed>
  /** The size of each page as a viewer shows it. Do not change the bytes until it is settled. */
  measure(bytes: Uint8Array): Promise<PageSize[]>
  /** Fields for what its pages have to be filled in, see `proposeFields`. Do not change the bytes until it is settled. */
  propose(bytes: Uint8Array): Promise<FormField[]>
  /** Prints a record, see `printRecord`. */
  print(record: PrintedRecord): Promise<Uint8Array>
  /** Stamps a PDF for its signer's review, see `stampPdf`. Do not change the bytes until it is settled. */
  stamp(input: StampInput): Promise<Stamped>
  /** Certifies and seals a PDF, see `sealPdf`. Do not change the bytes until it is settled. */
  seal(input: SealInput): Promise<Sealed>
  /** Whether the queue of uploads is full, so that the next one is rejected. */
  readonly isFull: boolean
  /** Whether the operating system limits the processes' memory and priority. */
  hasSystemLimits(): Promise<boolean>
  readonly pids: number[]
  /** Ends the processes. Tasks that wait or run are rejected. */
  close(): Promise<void>
}

/**
 * A process that reads an upload never holds the seal key, and uploads never delay sealing. Rejects with `PdfRefused`
 * (the document is the cause) or `PdfTaskFailed`.
 */
export function createPdfWorker(options: PdfWorkerOptions = {}): PdfWorker {
  const { checks = 2, cpuSeconds = 60, slowAfter = 2_000, mostWaiting = 8, ...others } = options
  const bounds = { ...limits, ...others }
  const checking = new PdfTaskQueue({
    ...bounds,
    size: checks,
    slowAfter,
    mostWaiting,
    cpuSeconds,
    taskTimeout: 110_000,
  })
  // More time than a check has, so that an accepted document can be sealed. Background jobs wait here, no request does.
  const sealing = new PdfTaskQueue({
    ...bounds,
    size: 1,
    // These documents were written here. A new process computes for a second before it is as fast.
    mostTasks: 1_000,
    mostWaiting: 64,
    // Started when pages are made for review. A signer reads them before signing.
    idleTimeout: options.idleTimeout ?? 300_000,
    cpuSeconds: 2 * cpuSeconds,
    taskTimeout: 300_000,
  })
  return {
    async inspect(bytes, options) {
      const answer = await checking.run({ kind: 'inspect', bytes: plain(bytes), options }).catch(refuseExhausting)
      if (answer.kind !== 'inspected') throw answerError(answer)
      return answer.inspection
    },
    async inspectPrompt(bytes, limit, options) {
      const task = { kind: 'inspect-prompt', bytes: plain(bytes), limit, options } as const
      const answer = await checking.run(task).catch(refuseExhausting)
      if (answer.kind === 'postponed') return answer.postponed
      if (answer.kind !== 'inspected') throw answerError(answer)
      return answer.inspection
    },
    async print(record) {
      const answer = await checking.run({ kind: 'print', record })
      if (answer.kind !== 'printed') throw answerError(answer)
      return answer.pdf
    },
    async measure(bytes) {
      const answer = await checking.run({ kind: 'measure', bytes: plain(bytes) }).catch(refuseExhausting)
      if (answer.kind !== 'measured') throw answerError(answer)
      return answer.pages
    },
    async propose(bytes) {
      const answer = await checking.run({ kind: 'propose', bytes: plain(bytes) }).catch(refuseExhausting)
      if (answer.kind !== 'proposed') throw answerError(answer)
      return answer.fields
    },
    async stamp(input) {
      const task = { kind: 'stamp', input: { ...input, original: plain(input.original) } } as const
      const answer = await checking.run(task).catch(refuseExhausting)
      if (answer.kind !== 'stamped') throw answerError(answer)
      // The signature follows. Without a process, the first seal would wait for its start.
      sealing.prepare()
      return answer.stamped
    },
    async seal(input) {
      const task =
        'reviewed' in input
          ? { ...input, reviewed: plain(input.reviewed) }
          : { ...input, original: plain(input.original) }
      const answer = await sealing.run({ kind: 'seal', input: task })
      if (answer.kind !== 'sealed') throw answerError(answer)
      return answer.sealed
    },
    get isFull() {
      return checking.isFull
    },
    hasSystemLimits,
    get pids() {
      return [...checking.pids, ...sealing.pids]
    },
    async close() {
      await Promise.all([checking.close(), sealing.close()])
    },
  }
}

/** A Buffer arrives in the process as a Buffer, which pdf.js rejects. */
const plain = ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** docs/scaling.md adds these up for the memory limit of the container. */
const limits = {
  heapMegabytes: 256,
  // Measured with scans of 48 MB: 603 MB resident, 570 MB more than before the first task.
  dataMegabytes: 800,
  residentMegabytes: 880,
  idleTimeout: 30_000,
  mostTasks: 100,
  script: new URL('./pdf-worker.ts', import.meta.url),
}

/** A document that exhausts its process does so each time, so it is refused. */
function refuseExhausting(error: unknown): never {
  const exhausted = error instanceof PdfTaskFailed && (error.code === 'PDF_TIMEOUT' || error.code === 'PDF_EXHAUSTED')
  throw exhausted ? new PdfRefused('PDF_TOO_COMPLEX', { cause: error }) : error
}

function answerError(answer: PdfAnswer): Error {
  return answer.kind === 'failed' ? errorOf(answer) : new PdfTaskFailed('PDF_TASK_FAILED')
}
