import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '@agency/service-kit/disk-full'
import { isNewDatabase } from './database.ts'

const megabyte = 2 ** 20
/** Bytes of the whole reserve: enough for some hundred logins, or for eight cuts that another program uses up. */
const wholeSize = 32 * megabyte
/** Always free: the next segment of the write-ahead log (1 MB, see embedded-worker.ts) and new pages. */
const headroom = 4 * megabyte
/** The disk counts as full while fewer bytes are free, */
const fullBelow = 2 * headroom
/** and the reserve grows with what is free beyond these, so that it does not fill the disk itself. */
const enough = 4 * headroom
/** A new database takes 33 MB. */
const newDatabase = 48 * megabyte

interface ReserveOptions {
  /** Bytes that this process may still write, by default of the directory's disk. For tests. */
  readonly freeBytes?: () => Promise<number>
}

/**
 * A file that keeps space for a full disk: without any, the engine can neither log a login nor, once its write-ahead
 * log is full, read. Below 4 MB free it is cut; below 8 MB, what is free is for reading and logging in alone.
 */
export class DiskReserve {
  readonly #directory: string
  readonly #path: string
  readonly #freeBytes: () => Promise<number>
  #checking: Promise<boolean> | undefined

  /** @param directory of the embedded database; must exist when the reserve is checked */
  constructor(directory: string, { freeBytes = () => freeOn(directory) }: ReserveOptions = {}) {
    this.#directory = directory
    this.#path = join(directory, 'reserve')
    this.#freeBytes = freeBytes
  }

  /** @returns whether the disk is full */
  isFull(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async size(): Promise<number> {
    return existsSync(this.#path) ? (await stat(this.#path)).size : 0
  }

  /** @throws if the disk has too little space for a new database */
  async prepareStart(): Promise<void> {
    if (!isNewDatabase({ directory: this.#directory })) return void (await this.isFull())
    const free = await this.#freeBytes()
    if (free >= newDatabase) return
    throw new Error(
      `The disk is full: a new database needs ${inMegabytes(newDatabase)}, and ${inMegabytes(free)} are free on the disk ` +
        `with ${this.#directory}. Free space and start again.`,
    )
  }

  async startError(error: unknown): Promise<unknown> {
    if (!isDiskFull(error) && (await this.#freeBytes()) >= headroom) return error
    const message = `The disk with ${this.#directory} is full, so the database cannot start. Free space and start again.`
    return new Error(message, { cause: error })
  }

  async #check(): Promise<boolean> {
    const [free, kept] = await Promise.all([this.#freeBytes(), this.size()])
    if (free < headroom) {
      const cut = Math.ceil((headroom - free) / megabyte) * megabyte
      if (kept > 0) await truncate(this.#path, Math.max(0, kept - cut))
      return true
    }
    const missing = Math.min(wholeSize - kept, free - enough)
    if (missing >= megabyte) await this.#fill(Math.floor(missing / megabyte))
    return free < fullBelow
  }

  /** Random bytes, since a disk that compresses would keep no space for others. */
  async #fill(megabytes: number): Promise<void> {
    const file = await open(this.#path, 'a', 0o600)
    try {
      for (let written = 0; written < megabytes; written++) await file.appendFile(randomBytes(megabyte))
    } catch (error) {
      // Others were faster: the next check cuts what is missing.
      if (!isDiskFull(error)) throw error
    } finally {
      await file.close()
    }
  }
}

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`

/** Free bytes without those that are reserved for root, like `df`. */
async function freeOn(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
