import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, glob, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StoreUnavailable } from '../errors.ts'
import { type FileStore, MissingFile, type UnfinishedWrite } from './file-store.ts'

export class DiskStore implements FileStore {
  readonly #root: string
  readonly #directory: string

  /** @param root must exist: creating it would hide that a disk is not mounted */
  constructor(root: string, folder: string) {
    this.#root = root
    this.#directory = join(root, folder)
  }

  async put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    const path = this.#path(id)
    const partial = `${path}.${randomUUID()}.partial`
    await this.#makeFolder(dirname(path))
    try {
      await pipeline([...streams, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })])
      await rename(partial, path)
    } catch (error) {
      await rm(partial, { force: true })
      throw diskError(error)
    }
    await syncDirectory(dirname(path))
  }

  open(id: string): Readable {
    return Readable.from(readFrom(this.#path(id)), { objectMode: false })
  }

  /** @returns bytes */
  async sizeOf(id: string): Promise<number> {
    return (await stat(this.#path(id))).size
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

  /** @returns whether it existed */
  async takeFrom(other: DiskStore, id: string): Promise<boolean> {
    const [from, to] = [other.#path(id), this.#path(id)]
    try {
      const now = new Date()
      await utimes(from, now, now)
      await this.#makeFolder(dirname(to))
      await rename(from, to)
    } catch (error) {
      if (isMissing(error)) return false
      throw diskError(error)
    }
    for (const path of [to, from]) await syncDirectory(dirname(path))
    return true
  }

  async *ids(): AsyncGenerator<string> {
    for await (const path of this.#entries()) if (!isUnfinished(path)) yield basename(path)
  }

  async *unfinished(): AsyncGenerator<UnfinishedWrite> {
    for await (const path of this.#entries()) {
      if (!isUnfinished(path)) continue
      const found = await stat(join(this.#directory, path)).catch(() => undefined)
      // The write may have ended in the meantime.
      if (found) yield { id: idOf(basename(path)), since: found.mtime }
    }
  }

  #entries(): AsyncIterable<string> {
    return glob('??/??/*', { cwd: this.#directory })
  }

  async #makeFolder(path: string): Promise<void> {
    try {
      await access(this.#root)
      await mkdir(path, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw diskError(error)
    }
  }

  #path(id: string): string {
    return join(this.#directory, pathOfFile(id))
  }
}

/** The path of a file in its folder. The end of a UUIDv7 is random, so the subfolders fill evenly. */
export const pathOfFile = (id: string): string => `${id.slice(-2)}/${id.slice(-4, -2)}/${id}`

/** A file is named by its id, an unfinished write by its id, a dot and more. */
const isUnfinished = (path: string): boolean => basename(path).includes('.')
const idOf = (name: string): string => name.split('.')[0] ?? name

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** The disk is full, over quota, read-only or missing, or its folder is. */
const cannotWrite: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOENT']

/** Translates the error of a write: a disk that cannot be written is an unavailable store. */
const diskError = (error: unknown): unknown =>
  cannotWrite.includes(codeOf(error)) ? new StoreUnavailable({ cause: error }) : error

async function* readFrom(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    // Too many open files, missing rights or a stale mount say nothing about the stored bytes.
    throw isMissing(error) ? new MissingFile({ cause: error }) : new StoreUnavailable({ cause: error })
  }
}

/** Calls fsync on a directory, which makes its names durable. */
export async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync()
  await directory.close()
}
