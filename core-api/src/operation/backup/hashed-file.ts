import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Measured {
  size: number
  /** In hexadecimal. */
  sha256: string
}

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

/** Hashes a stream. @throws if the signal is aborted, or the stream fails */
export async function hashStream(content: Readable, signal?: AbortSignal): Promise<Measured> {
  const { stream, measured } = measuring()
  stream.resume()
  await pipeline(content, stream, { signal })
  return measured()
}

export const hashFile = (path: string, signal?: AbortSignal): Promise<Measured> =>
  hashStream(createReadStream(path), signal)

/** Durably; reads it back. @throws if the two differ */
export async function writeVerified(path: string, content: Readable, signal?: AbortSignal): Promise<Measured> {
  const { stream, measured } = measuring()
  await pipeline(content, stream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), { signal })
  const written = measured()
  const { sha256 } = await hashFile(path, signal)
  if (sha256 !== written.sha256) throw new Error('The disk of the backup returned other bytes than were written')
  return written
}
