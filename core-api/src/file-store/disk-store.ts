import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Keeps each file of sealed bytes in the data directory, two folders deep. */
export class DiskStore {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Stores what the streams give, durably; a broken-off write leaves nothing under the id. */
  async put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    const path = this.#path(id)
    const partial = `${path}.partial`
    await mkdir(dirname(path), { recursive: true })
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
    return createReadStream(this.#path(id))
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
    await rm(`${this.#path(id)}.partial`, { force: true })
  }

  /** The ids of all files, unfinished ones too. */
  async *ids(): AsyncGenerator<string> {
    for await (const path of glob('??/??/*', { cwd: this.#directory })) yield basename(path, '.partial')
  }

  /** The end of a UUIDv7 is random, so the folders fill evenly. */
  #path(id: string): string {
    return join(this.#directory, id.slice(-2), id.slice(-4, -2), id)
  }
}

async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync()
  await directory.close()
}
