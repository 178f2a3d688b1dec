import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PdfTaskFailed, type PdfTaskFailureCode } from '../pdf-errors.ts'
import { findLauncher, limitData, type ProcessUse, readUse } from './pdf-process-limits.ts'
import { isPdfReport, type PdfAnswer, type PdfTask } from './pdf-worker-messages.ts'

export type PdfProcessOptions = {
  cpuSeconds: number
  /** Milliseconds that one task may run. Larger than its CPU time, for a machine under load. */
  taskTimeout: number
  /** Upper bound of the process's JavaScript heap. */
  heapMegabytes: number
  /** What it may allocate in addition to what it has before its first task, heap included; a limit of the system. */
  dataMegabytes: number
  /** What it may hold in memory, everything included. Checked by the service, in addition to the system's limit. */
  residentMegabytes: number
  /** The script it runs; tests pass others. */
  script: URL
}

/** From spawn to ready; a start takes seconds on an overloaded machine. */
const startTimeout = 60_000
const watchInterval = 200
const lowestPriority = 19

const own = fileURLToPath(new URL('../../', import.meta.url))
const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')))
/** Only code: data, keys and settings are outside these folders. */
const readable = [
  packages,
  ...['src', 'package.json', 'node_modules', '../../package.json', '../contract', '../messages'].map((path) =>
    resolve(own, path),
  ),
]

/** The kernel's for the machine's memory, an operator's, or a terminal's to all processes of a service. */
const outsideSignals = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** Variables that a time-stamp authority over TLS may need. None is a secret of the service. */
const inheritedVariables = ['TZ', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS']

/** One task at a time. It has no secret, reads only its code, writes no file, starts no process. */
export class PdfProcess {
  readonly #child: ChildProcess
  readonly #options: PdfProcessOptions
  readonly #ended: Promise<void>
  readonly #ready: Promise<void>
  #settle: { resolve(answer: PdfAnswer): void; reject(error: Error): void } | undefined
  #reason: PdfTaskFailureCode | undefined
  #tasks = 0

  static async start(options: PdfProcessOptions): Promise<PdfProcess> {
    const launcher = await findLauncher()
    const [command = process.execPath, ...args] = [...launcher, process.execPath, ...flags(options)]
    const environment = inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
    const child = spawn(command, [...args, fileURLToPath(options.script)], {
      // mimalloc in the canvas would commit 1 GB at once, which counts towards the limit.
      env: { ...Object.fromEntries(environment), MIMALLOC_ARENA_EAGER_COMMIT: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    return new PdfProcess(child, options, launcher.length > 0)
  }

  private constructor(child: ChildProcess, options: PdfProcessOptions, limited: boolean) {
    this.#child = child
    this.#options = options
    child.on('message', (message) => this.#take(message))
    this.#ended = new Promise((end) => {
      child.once('error', (cause) => end(this.#fail(new PdfTaskFailed('PDF_WORKER_LOST', { cause }))))
      child.once('exit', (code, signal) => end(this.#fail(this.#endOf(code, signal))))
    })
    this.#ready = this.#begin(limited)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get tasks(): number {
    return this.#tasks
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  get ended(): Promise<void> {
    return this.#ended
  }

  /** Waits until it can take a task. @throws {PdfTaskFailed} `PDF_WORKER_NOT_STARTED` when it does not start */
  ready(): Promise<void> {
    return this.#ready
  }

  /** @throws {PdfTaskFailed} when the task takes too long or too much memory, or the process ends */
  async run(task: PdfTask): Promise<PdfAnswer> {
    this.#tasks += 1
    this.#hold(true)
    const { cpuSeconds: before } = await this.use()
    // A whole check renders the pages of a scan twice when its pictures become smaller: 1.5 s of CPU a page. Jobs run it.
    const times = task.kind === 'inspect' ? 3 : 1
    const timer = setTimeout(() => this.end('PDF_STALLED'), times * this.#options.taskTimeout)
    const watch = setInterval(() => void this.#watch(before + times * this.#options.cpuSeconds), watchInterval)
    try {
      return await new Promise<PdfAnswer>((resolve, reject) => {
        this.#settle = { resolve, reject }
        if (this.hasEnded) this.#fail(this.#endOf(this.#child.exitCode, this.#child.signalCode))
        // A process that was killed closes its channel first. How it ended is known at its exit.
        else this.#child.send(task, (error) => error && this.#child.kill('SIGKILL'))
      })
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      this.#settle = undefined
      this.#hold(false)
    }
  }

  /** What it uses now; zeros after it has ended. */
  async use(): Promise<ProcessUse> {
    return (this.pid === undefined ? undefined : await readUse(this.pid)) ?? { megabytes: 0, cpuSeconds: 0 }
  }

  /** Lowers its priority: it gets the CPU time that other processes leave. */
  lowerPriority(): void {
    try {
      if (this.pid !== undefined && !this.hasEnded) setPriority(this.pid, lowestPriority)
    } catch (error) {
      // It may have just ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error
    }
  }

  /** Kills the process. Its current task is rejected with `reason`. */
  end(reason: PdfTaskFailureCode): void {
    this.#reason ??= reason
    this.#hold(true)
    this.#child.kill('SIGKILL')
  }

  async #begin(limited: boolean): Promise<void> {
    const timer = setTimeout(() => this.end('PDF_WORKER_LOST'), startTimeout)
    try {
      const answer = await new Promise<PdfAnswer>((resolve, reject) => {
        this.#settle = { resolve, reject }
      })
      if (answer.kind !== 'ready') throw new PdfTaskFailed('PDF_WORKER_LOST')
      if (limited && this.pid !== undefined) await limitData(this.pid, this.#options.dataMegabytes)
    } catch (cause) {
      this.end('PDF_WORKER_LOST')
      const isOther = cause instanceof PdfTaskFailed && cause.code !== 'PDF_WORKER_LOST'
      throw isOther ? cause : new PdfTaskFailed('PDF_WORKER_NOT_STARTED', { cause })
    } finally {
      clearTimeout(timer)
      this.#settle = undefined
      this.#hold(false)
    }
  }

  async #watch(mostCpuSeconds: number): Promise<void> {
    const { megabytes, cpuSeconds } = await this.use()
    if (megabytes > this.#options.residentMegabytes) this.end('PDF_EXHAUSTED')
    if (cpuSeconds > mostCpuSeconds) this.end('PDF_TIMEOUT')
  }

  /** Messages are untrusted: a malicious document may have taken over the process. */
  #take(message: unknown): void {
    if (isPdfReport(message)) this.#settle?.resolve(message)
    else this.end('PDF_WORKER_LOST')
  }

  #fail(error: PdfTaskFailed): void {
    this.#settle?.reject(error)
  }

  /** V8 aborts without memory: then the document is the cause. An exit without a signal is another fault. */
  #endOf(code: number | null, signal: NodeJS.Signals | null): PdfTaskFailed {
    const cause = new Error(`The PDF process ended with ${signal ?? `code ${code}`}`)
    const isKilled = signal !== null && outsideSignals.has(signal)
    const own = signal ? 'PDF_EXHAUSTED' : 'PDF_WORKER_LOST'
    return new PdfTaskFailed(this.#reason ?? (isKilled ? 'PDF_KILLED' : own), { cause })
  }

  /** An idle process must not keep the service from exiting. */
  #hold(busy: boolean): void {
    if (this.hasEnded) return
    if (busy) this.#child.ref()
    else this.#child.unref()
    if (busy) this.#child.channel?.ref()
    else this.#child.channel?.unref()
  }
}

function flags({ heapMegabytes, script }: PdfProcessOptions): string[] {
  return [
    '--permission',
    // For the canvas. It may not write files or start processes, so no other add-on can be loaded.
    '--allow-addons',
    ...[...readable, fileURLToPath(script)].map((path) => `--allow-fs-read=${path}`),
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMegabytes}`,
    // Twice as large by default, for throughput that is not needed here.
    '--max-semi-space-size=8',
  ]
}
