import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** `too-large`: more than the scanner's StreamMaxLength, so the content was not scanned. */
type ScanResult = { state: 'clean' } | { state: 'too-large' } | { state: 'infected'; signature: string }

/** Idle time-out in ms. The scanner answers only after its scan. */
const idleTimeout = 60_000

/** A client of ClamAV's daemon, over TCP or a Unix socket; see clamd(8). */
export class Clamd {
  readonly #address: { host: string; port: number } | { path: string }

  /** @param url `tcp://host:3310` or `unix:///run/clamav/clamd.ctl` */
  constructor(url: string) {
    const { protocol, hostname, port, pathname } = new URL(url)
    this.#address = protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 3310) }
  }

  /** INSTREAM, in bounded memory. @throws if the scanner does not answer, or answers with an error */
  async scan(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ScanResult> {
    const frames = new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, Buffer.concat([lengthOf(chunk), chunk])),
      flush(done) {
        this.push(lengthOf(Buffer.alloc(0)))
        done()
      },
    })
    const stream = (socket: Socket) => pipeline(Readable.from(content), frames, socket, { end: false })
    let reply: string
    try {
      reply = await this.#ask('zINSTREAM\0', stream)
    } catch (cause) {
      if (!isReset(cause)) throw cause
      // Above StreamMaxLength it resets the connection, and its reply may be lost. A ping shows that it still runs.
      await this.ping()
      return { state: 'too-large' }
    }
    if (reply === 'stream: OK') return { state: 'clean' }
    if (reply.startsWith('INSTREAM size limit exceeded')) return { state: 'too-large' }
    const signature = reply.match(/^stream: (.+) FOUND$/)?.[1]
    if (signature) return { state: 'infected', signature }
    throw new Error('The virus scanner answered with an error')
  }

  async ping(): Promise<void> {
    if ((await this.#ask('zPING\0')) !== 'PONG') throw new Error('The virus scanner answered with an error')
  }

  /** @returns the reply, without the NUL at its end */
  async #ask(command: string, send?: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = connect(this.#address)
    socket.setTimeout(idleTimeout, () => socket.destroy(new Error('The virus scanner did not answer in time')))
    try {
      await once(socket, 'connect')
      const reply = text(socket)
      socket.write(command)
      const [answer, sent] = await Promise.allSettled([reply, send?.(socket)])
      if (answer.status === 'rejected') throw answer.reason
      if (answer.value !== '') return answer.value.replace(/\0$/, '').trim()
      throw new Error('The virus scanner closed the connection', {
        cause: sent.status === 'rejected' ? sent.reason : null,
      })
    } finally {
      socket.destroy()
    }
  }
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** The length prefix of a chunk for INSTREAM: 4 bytes, big-endian. */
function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}
