import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

type Answer = { kind: 'raw'; bytes: Uint8Array } | { kind: 'reset' }
type Done = (error?: Error | null) => void

const terminateMessage = 0x58 // 'X', https://www.postgresql.org/docs/current/protocol-message-formats.html

/** The socket of `pg`: written bytes go to the engine's thread, and its answers come back as data. */
export class WorkerStream extends Duplex {
  readonly #worker: Worker
  #waiting: ((answer: Answer) => void) | undefined

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#receive)
    worker.on('exit', this.#ended)
  }

  readonly #receive = (answer: Answer) => {
    const resolve = this.#waiting
    this.#waiting = undefined
    resolve?.(answer)
  }

  readonly #ended = () => this.destroy(new Error('The embedded database stopped'))

  #ask(request: { kind: 'raw'; bytes: Uint8Array } | { kind: 'reset' }): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#worker.postMessage(request)
    })
  }

  /** The engine has only one session, so a new connection resets it. */
  connect() {
    // A stopped worker has no thread id, and never answers.
    if (this.#worker.threadId < 0) {
      process.nextTick(this.#ended)
      return this
    }
    this.#ask({ kind: 'reset' }).then(() => this.emit('connect'))
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done) {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  #send(bytes: Buffer, done: Done) {
    if (bytes[0] === terminateMessage) {
      this.push(null)
      return done()
    }
    this.#ask({ kind: 'raw', bytes }).then((answer) => {
      if (answer.kind === 'raw' && answer.bytes.length > 0) this.push(answer.bytes)
      done()
    }, done)
  }

  override _destroy(error: Error | null, done: Done) {
    this.#worker.off('message', this.#receive)
    this.#worker.off('exit', this.#ended)
    done(error)
  }

  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}
