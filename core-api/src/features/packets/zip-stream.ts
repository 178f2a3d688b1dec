import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

declare module 'yazl' {
  interface ZipFile {
    /** @param onSize is told the size of the whole, or -1 when it can't be known beforehand */
    end(onSize: (size: number) => void): void
  }
}

/** A file that goes into an archive; `open` is called when its turn has come. */
export interface ZipPart {
  name: string
  /** Bytes: exactly so many must come. */
  size: number
  modified: Date
  open: () => Promise<Readable>
}

/**
 * A ZIP archive as a stream: one file after the other is opened, stored as it is, and never whole in memory. When a
 * file fails, so does the stream, before the archive has the directory at its end; whoever leaves off reading closes
 * the file that is open.
 * @returns the stream, and how many bytes it will have
 */
export function streamZip(parts: readonly ZipPart[]): { content: Readable; size: number } {
  const zip = new ZipFile()
  const content = new PassThrough()
  const fail = (error: Error) => content.destroy(error)
  pipeline(zip.outputStream, content, () => undefined)
  zip.on('error', fail)
  for (const { name, size, modified, open } of parts) {
    zip.addReadStreamLazy(name, { size, mtime: modified, mode: 0o100_644, compress: false }, (give) => {
      const start = async () => {
        const file = await open()
        file.once('error', fail)
        if (content.destroyed) file.destroy()
        else content.once('close', () => file.destroy())
        give(null, file)
      }
      start().catch(fail)
    })
  }
  let size = -1
  zip.end((total) => {
    size = total
  })
  if (size < 0) throw new Error('The size of an archive is not known')
  return { content, size }
}
