import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileStore, MissingFile } from './file-store.ts'

/** Keeps each file of sealed bytes in the data directory, two folders deep. */
export class DiskStore implements FileStore {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  async put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    const path = this.#path(id)
    const partial = `${path}.${randomUUID()}.partial`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await pipeline([...streams, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })])
      await rename(partial, path)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    await syncDirectory(dirname(path))
  }

  open(id: string): Readable {
    return Readable.from(readFrom(this.#path(id)), { objectMode: false })
  }

  async storedAt(id: string): Promise<Date | undefined> {
    try {
      return (await stat(this.#path(id))).mtime
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
    await this.removeUnfinished(id)
  }

  async removeUnfinished(id: string): Promise<void> {
    const path = this.#path(id)
    for await (const name of glob(`${id}.*`, { cwd: dirname(path) }))
      await rm(join(dirname(path), name), { force: true })
  }

  async *ids(): AsyncGenerator<string> {
    for await (const path of glob('??/??/*', { cwd: this.#directory })) yield idOf(basename(path))
  }

  /** The end of a UUIDv7 is random, so the folders fill evenly. */
  #path(id: string): string {
    return join(this.#directory, id.slice(-2), id.slice(-4, -2), id)
  }
}

/** A file is called by its id, an unfinished one by its id and more. */
const idOf = (name: string): string => name.split('.')[0] ?? name

async function* readFrom(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw isMissing(error) ? new MissingFile({ cause: error }) : error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync()
  await directory.close()
}
