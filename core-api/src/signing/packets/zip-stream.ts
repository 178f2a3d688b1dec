import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

declare module 'yazl' {
  interface ZipFile {
    /** @param onSize receives the size of the archive, or -1 when it is not known in advance */
    end(onSize: (size: number) => void): void
  }
}

/** A file of an archive. `open` is called when the file is written. */
export interface ZipPart {
  name: string
  /** Exact number of bytes. */
  size: number
  modified: Date
  open: () => Promise<Readable>
}

/**
 * Streams a ZIP archive: files are opened one after the other, not compressed, and never whole in memory. When a file
 * fails, the stream fails before the central directory at its end. Closing the stream closes the open file.
 * @returns the stream and its size in bytes
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
  if (size < 0) throw new Error('The size of the archive is unknown')
  return { content, size }
}
