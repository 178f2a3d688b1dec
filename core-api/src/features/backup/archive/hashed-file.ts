import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Measured {
  /** Bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** A stream that passes on what it gets, and knows at its end how much that was. */
export function measuring(): { stream: Transform; measured(): Measured } {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, measured: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Reads a stream to its end. @throws when the signal is aborted, or the stream fails */
export async function hashStream(content: Readable, signal?: AbortSignal): Promise<Measured> {
  const { stream, measured } = measuring()
  stream.resume()
  await pipeline(content, stream, { signal })
  return measured()
}

export const hashFile = (path: string, signal?: AbortSignal): Promise<Measured> =>
  hashStream(createReadStream(path), signal)

/**
 * Writes a new file through to the disk, reads it back, and compares the two.
 * @throws when it cannot be read back as it was written
 */
export async function writeVerified(path: string, content: Readable, signal?: AbortSignal): Promise<Measured> {
  const { stream, measured } = measuring()
  await pipeline(content, stream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), { signal })
  const written = measured()
  const { sha256 } = await hashFile(path, signal)
  if (sha256 !== written.sha256) throw new Error('The disk of the backup gave other bytes than were written to it')
  return written
}
