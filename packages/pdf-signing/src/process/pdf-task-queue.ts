import { PdfTaskFailed } from '../pdf-errors.ts'
import { PdfProcess, type PdfProcessOptions } from './pdf-process.ts'
import type { PdfAnswer, PdfTask } from './pdf-worker-messages.ts'

type QueueOptions = PdfProcessOptions & {
  size: number
  /** Ms, if others wait. One slow task continues at the lowest priority; further ones are restarted after it. */
  slowAfter?: number | undefined
  mostWaiting: number
  idleTimeout: number
  /** Tasks after which a process is replaced. */
  mostTasks: number
}

type Job = { task: PdfTask; resolve: (answer: PdfAnswer) => void; reject: (error: Error) => void }
type Run = { job: Job; process?: PdfProcess; overdue: boolean; isRestarted: boolean; timer?: NodeJS.Timeout }

/** A process that holds more memory after a task, or has used more CPU time, is replaced. */
const replaceAbove = { megabytes: 320, cpuSeconds: 300 }

/** A queue of PDF tasks, first in first out, run by child processes that are started on demand. */
export class PdfTaskQueue {
  readonly #options: QueueOptions
  readonly #waiting: Job[] = []
  readonly #waitingSlow: Job[] = []
  readonly #running = new Set<Run>()
  readonly #processes = new Set<PdfProcess>()
  readonly #idle = new Map<PdfProcess, NodeJS.Timeout>()
  #slow: Run | undefined
  #preparing: Promise<void> | undefined
  #closed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  get isFull(): boolean {
    return this.#waiting.length + this.#waitingSlow.length >= this.#options.mostWaiting
  }

  get pids(): number[] {
    return [...this.#processes].flatMap(({ pid, hasEnded }) => (pid === undefined || hasEnded ? [] : [pid]))
  }

  /** @throws {PdfTaskFailed} `PDF_QUEUE_FULL`, or why the process did not finish the task */
  run(task: PdfTask): Promise<PdfAnswer> {
    if (this.#closed) return Promise.reject(new PdfTaskFailed('PDF_WORKER_CLOSED'))
    if (this.isFull) return Promise.reject(new PdfTaskFailed('PDF_QUEUE_FULL'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  /** Starts a process for a task that will come soon, unless there is one. */
  prepare(): void {
    if (this.#closed || this.#preparing || this.#processes.size > 0 || this.#running.size > 0) return
    this.#preparing = this.#launch()
      .then((process) => this.#putBack(process, false))
      // The task starts its own process, and reports if that fails too.
      .catch(() => undefined)
      .finally(() => {
        this.#preparing = undefined
      })
  }

  /** Rejects the tasks that wait or run. Settled when all processes have ended. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of [...this.#waiting.splice(0), ...this.#waitingSlow.splice(0)]) {
      job.reject(new PdfTaskFailed('PDF_WORKER_CLOSED'))
    }
    for (const timer of this.#idle.values()) clearTimeout(timer)
    for (const process of this.#processes) process.end('PDF_WORKER_CLOSED')
    await Promise.all([...this.#processes].map(({ ended }) => ended))
  }

  #next(): void {
    if (this.#closed) return
    if (!this.#slow) this.#continueSlow()
    while (this.#waiting.length > 0 && (this.#hasRoom || this.#makeRoom())) this.#start(this.#waiting.shift(), false)
    // Slow tasks may use free processes, until another task needs them.
    while (this.#hasRoom && this.#waitingSlow.length > 0) this.#start(this.#waitingSlow.shift(), true)
  }

  get #hasRoom(): boolean {
    return this.#running.size < this.#options.size
  }

  #continueSlow(): void {
    const job = this.#waitingSlow.shift()
    if (!job) return
    this.#slow = { job, overdue: true, isRestarted: false }
    void this.#do(this.#slow)
  }

  #start(job: Job | undefined, overdue: boolean): void {
    if (!job) return
    const run: Run = { job, overdue, isRestarted: false }
    this.#running.add(run)
    void this.#do(run)
  }

  #makeRoom(): boolean {
    const run = [...this.#running].find(({ overdue, process }) => overdue && process)
    if (!run) return false
    this.#running.delete(run)
    if (this.#slow) {
      run.isRestarted = true
      this.#waitingSlow.push(run.job)
      run.process?.end('PDF_TIMEOUT')
    } else {
      this.#slow = run
      run.process?.lowerPriority()
    }
    return true
  }

  async #do(run: Run): Promise<void> {
    try {
      const process = await this.#take()
      run.process = process
      if (this.#slow === run) process.lowerPriority()
      else this.#watch(run)
      const answer = await process.run(run.job.task)
      run.overdue = false
      // Before the answer: the caller's next task then finds this process idle.
      await this.#putBack(process, this.#slow === run)
      run.job.resolve(answer)
    } catch (error) {
      // A slow task that was ended for others is restarted later.
      if (!run.isRestarted) run.job.reject(error instanceof Error ? error : new PdfTaskFailed('PDF_TASK_FAILED'))
    } finally {
      clearTimeout(run.timer)
      this.#running.delete(run)
      if (this.#slow === run) this.#slow = undefined
      this.#next()
    }
  }

  #watch(run: Run): void {
    const { slowAfter } = this.#options
    if (slowAfter === undefined) return
    const wait = run.overdue ? 0 : slowAfter
    run.timer = setTimeout(() => {
      run.overdue = true
      this.#next()
    }, wait)
  }

  async #take(): Promise<PdfProcess> {
    await this.#preparing
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(process)
      if (!process.hasEnded) return process
    }
    return this.#launch()
  }

  async #launch(): Promise<PdfProcess> {
    const process = await PdfProcess.start(this.#options)
    this.#processes.add(process)
    void process.ended.then(() => this.#forget(process))
    if (this.#closed) process.end('PDF_WORKER_CLOSED')
    await process.ready()
    return process
  }

  /** Keeps a process for the next task, unless it is replaceAbove. A lowered priority cannot be raised again. */
  async #putBack(process: PdfProcess, isSlow: boolean): Promise<void> {
    const { megabytes, cpuSeconds } = await process.use()
    const isLarge = megabytes > replaceAbove.megabytes || cpuSeconds > replaceAbove.cpuSeconds
    if (isSlow || isLarge || process.tasks >= this.#options.mostTasks || process.hasEnded || this.#closed)
      return process.end('PDF_WORKER_CLOSED')
    const timer = setTimeout(() => {
      // It takes a moment to end, in which it must not be given a task.
      this.#idle.delete(process)
      process.end('PDF_WORKER_CLOSED')
    }, this.#options.idleTimeout)
    this.#idle.set(process, timer.unref())
  }

  #forget(process: PdfProcess): void {
    clearTimeout(this.#idle.get(process))
    this.#idle.delete(process)
    this.#processes.delete(process)
  }
}
