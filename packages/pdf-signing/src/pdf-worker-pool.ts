import type { Inspection } from './inspect-pdf.ts'
import type { PageSize } from './measure-pages.ts'
import { PdfLane } from './pdf-lane.ts'
import { PdfRefused } from './pdf-refused.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import { errorOf, type PdfAnswer } from './pdf-worker-messages.ts'
import type { Sealed, SealInput } from './seal-input.ts'

export type PdfWorkerOptions = {
  /** How many uploads are checked at a time. */
  checks?: number
  /** What one task may compute, in seconds. */
  cpuSeconds?: number
  /** Milliseconds that an upload may take before it makes room for others that wait. */
  patience?: number
  /** How many tasks of a kind may wait. */
  mostWaiting?: number
  /** Milliseconds after which a process without work is ended. */
  idleTimeout?: number
  /** Upper bound of a process's JavaScript heap. */
  heapMegabytes?: number
  /** The file the processes run; tests name others. */
  script?: URL
}

export type PdfWorker = {
  /** Tries the whole pipeline on a PDF. The caller keeps its bytes, and leaves them as they are meanwhile. */
  inspect(bytes: Uint8Array): Promise<Inspection>
  /** How large each page is as it is seen. The caller keeps its bytes, and leaves them as they are meanwhile. */
  measure(bytes: Uint8Array): Promise<PageSize[]>
  /** Stamps, certifies and seals a PDF. The caller keeps its bytes, and leaves them as they are meanwhile. */
  seal(input: SealInput): Promise<Sealed>
  /** Whether the next upload would be turned away. */
  readonly isFull: boolean
  /** The processes that there are now. */
  readonly pids: number[]
  /** Ends the processes; tasks that wait or run are rejected. */
  close(): Promise<void>
}

/**
 * PDF work in processes of its own, with limits on memory and time, that are started when they are needed. Uploads are checked in
 * other processes than those that seal: none that reads what somebody just sent is ever given the seal key, and uploads
 * never make sealing wait. A task that runs too long or takes its process down is rejected alone.
 * Rejections are `PdfRefused` (the document's fault) or `PdfTaskFailed`.
 */
export function createPdfWorker(options: PdfWorkerOptions = {}): PdfWorker {
  const { checks = 2, cpuSeconds = 60, patience = 2_000, mostWaiting = 8, ...others } = options
  const bounds = { ...limits, ...others }
  const checking = new PdfLane({ ...bounds, size: checks, patience, mostWaiting, cpuSeconds, taskTimeout: 110_000 })
  // More time than checking had, so that what was accepted is sealed. Jobs wait here, no call does.
  const sealing = new PdfLane({ ...bounds, size: 1, mostWaiting: 64, cpuSeconds: 2 * cpuSeconds, taskTimeout: 300_000 })
  return {
    async inspect(bytes) {
      const answer = await checking.run({ kind: 'inspect', bytes: plain(bytes) }).catch(refuseUnbearable)
      if (answer.kind !== 'inspected') throw answerError(answer)
      return answer.inspection
    },
    async measure(bytes) {
      const answer = await checking.run({ kind: 'measure', bytes: plain(bytes) }).catch(refuseUnbearable)
      if (answer.kind !== 'measured') throw answerError(answer)
      return answer.pages
    },
    async seal(input) {
      const answer = await sealing.run({ kind: 'seal', input: { ...input, original: plain(input.original) } })
      if (answer.kind !== 'sealed') throw answerError(answer)
      return answer.sealed
    },
    get isFull() {
      return checking.isFull
    },
    get pids() {
      return [...checking.pids, ...sealing.pids]
    },
    async close() {
      await Promise.all([checking.close(), sealing.close()])
    },
  }
}

/** A Buffer stays one on its way to the process, and pdf.js refuses those. */
const plain = ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** docs/scaling.md has the sum of these for the composition's limit. */
const limits = {
  heapMegabytes: 256,
  dataMegabytes: 320,
  residentMegabytes: 480,
  idleTimeout: 30_000,
  mostTasks: 100,
  script: new URL('./pdf-worker.ts', import.meta.url),
}

/** A document that exhausts its process does so every time, so that is a reason to turn it down. */
function refuseUnbearable(error: unknown): never {
  const exhausted = error instanceof PdfTaskFailed && (error.code === 'PDF_TIMEOUT' || error.code === 'PDF_EXHAUSTED')
  throw exhausted ? new PdfRefused('PDF_TOO_COMPLEX', { cause: error }) : error
}

function answerError(answer: PdfAnswer): Error {
  return answer.kind === 'failed' ? errorOf(answer) : new PdfTaskFailed('PDF_TASK_FAILED')
}
