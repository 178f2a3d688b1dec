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
  /** Exact number of bytes. A file without it is compressed. */
  size?: number
  modified: Date
  open: () => Promise<Readable>
}

/** Never whole in memory. Fails before the central directory. @returns also its bytes, if all files have a size */
export function streamZip(parts: readonly ZipPart[]): { content: Readable; size: number | undefined } {
  const zip = new ZipFile()
  const content = new PassThrough()
  const fail = (error: Error) => content.destroy(error)
  pipeline(zip.outputStream, content, () => undefined)
  zip.on('error', fail)
  let written: Readable | undefined
  content.once('close', () => written?.destroy())
  for (const { name, size, modified, open } of parts) {
    const kind = size === undefined ? { compress: true } : { size, compress: false }
    zip.addReadStreamLazy(name, { ...kind, mtime: modified, mode: 0o100_644 }, (give) => {
      const start = async () => {
        const file = await open()
        file.once('error', fail)
        written = file
        if (content.destroyed) file.destroy()
        give(null, file)
      }
      start().catch(fail)
    })
  }
  let size = -1
  zip.end((total) => {
    size = total
  })
  return { content, size: size < 0 ? undefined : size }
}
