import { Worker } from 'node:worker_threads'
import type { Inspection } from './inspect-pdf.ts'
import type { PageSize } from './measure-pages.ts'
import { PdfRefused } from './pdf-refused.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import { errorOf, type PdfAnswer, type PdfTask } from './pdf-worker-messages.ts'
import type { Sealed, SealInput } from './seal-input.ts'

export type PdfWorkerOptions = {
  /** Milliseconds that one task may run, counted from when it starts. */
  taskTimeout?: number
  /** Upper bound of the thread's JavaScript heap. */
  heapMegabytes?: number
  /** The file the thread runs; tests name others. */
  script?: URL
}

export type PdfWorker = {
  /** Tries the whole pipeline on a PDF. The caller keeps its bytes. */
  inspect(bytes: Uint8Array): Promise<Inspection>
  /** How large each page is as it is seen. The caller keeps its bytes. */
  measure(bytes: Uint8Array): Promise<PageSize[]>
  /** Stamps, certifies and seals a PDF. The caller keeps its bytes. */
  seal(input: SealInput): Promise<Sealed>
  /** Stops the thread; tasks that wait or run are rejected. */
  close(): Promise<void>
}

type Job = { task: PdfTask; resolve: (answer: PdfAnswer) => void; reject: (error: Error) => void }

/**
 * A thread of its own for PDF work, started with the first task, which does one task after the other. A task that runs
 * too long or takes the thread down is rejected alone: the next one gets a new thread.
 * Rejections are `PdfRefused` (the document's fault) or `PdfTaskFailed`.
 */
export function createPdfWorker(options: PdfWorkerOptions = {}): PdfWorker {
  const queue = new PdfQueue(options)
  return {
    async inspect(bytes) {
      const answer = await queue.run({ kind: 'inspect', bytes: Uint8Array.from(bytes) }).catch(refuseUnbearable)
      if (answer.kind !== 'inspected') throw answerError(answer)
      return answer.inspection
    },
    async measure(bytes) {
      const answer = await queue.run({ kind: 'measure', bytes: Uint8Array.from(bytes) })
      if (answer.kind !== 'measured') throw answerError(answer)
      return answer.pages
    },
    async seal(input) {
      const answer = await queue.run({ kind: 'seal', input: { ...input, original: Uint8Array.from(input.original) } })
      if (answer.kind !== 'sealed') throw answerError(answer)
      return answer.sealed
    },
    close: () => queue.close(),
  }
}

/** A document that exhausts the thread does so every time, so at upload that is a reason to turn it down. */
function refuseUnbearable(error: unknown): never {
  const exhausted = error instanceof PdfTaskFailed && (error.code === 'PDF_TIMEOUT' || isOutOfMemory(error.cause))
  throw exhausted ? new PdfRefused('PDF_TOO_COMPLEX', { cause: error }) : error
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function answerError(answer: PdfAnswer): Error {
  return answer.kind === 'failed' ? errorOf(answer) : new PdfTaskFailed('PDF_TASK_FAILED')
}

class PdfQueue {
  readonly #timeout: number
  readonly #heap: number
  readonly #script: URL
  readonly #waiting: Job[] = []
  #thread: Worker | undefined
  #current: Job | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ taskTimeout = 60_000, heapMegabytes = 512, script }: PdfWorkerOptions) {
    this.#timeout = taskTimeout
    this.#heap = heapMegabytes
    this.#script = script ?? new URL('./pdf-worker.ts', import.meta.url)
  }

  run(task: PdfTask): Promise<PdfAnswer> {
    if (this.#closed) return Promise.reject(new PdfTaskFailed('PDF_WORKER_CLOSED'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const thread = this.#thread
    this.#thread = undefined
    this.#finish((job) => job.reject(new PdfTaskFailed('PDF_WORKER_CLOSED')))
    for (const job of this.#waiting.splice(0)) job.reject(new PdfTaskFailed('PDF_WORKER_CLOSED'))
    await thread?.terminate()
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    const thread = this.#thread ?? this.#start()
    const { task } = this.#current
    const { buffer } = task.kind === 'seal' ? task.input.original : task.bytes
    this.#timer = setTimeout(() => this.#lose(thread, new PdfTaskFailed('PDF_TIMEOUT')), this.#timeout)
    thread.ref()
    thread.postMessage(task, buffer instanceof ArrayBuffer ? [buffer] : [])
  }

  #start(): Worker {
    const thread = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#heap } })
    thread.on('message', (answer: PdfAnswer) => {
      // An idle thread must not keep the process alive.
      thread.unref()
      this.#finish((job) => job.resolve(answer))
    })
    thread.on('error', (cause) => this.#lose(thread, new PdfTaskFailed('PDF_WORKER_LOST', { cause })))
    thread.on('exit', () => this.#lose(thread, new PdfTaskFailed('PDF_WORKER_LOST')))
    this.#thread = thread
    return thread
  }

  /** Gives a thread up, with the task it was doing. A thread that was given up before changes nothing. */
  #lose(thread: Worker, error: PdfTaskFailed): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    void thread.terminate()
    this.#finish((job) => job.reject(error))
  }

  #finish(settle: (job: Job) => void): void {
    clearTimeout(this.#timer)
    const job = this.#current
    this.#current = undefined
    if (job) settle(job)
    if (!this.#closed) this.#next()
  }
}
