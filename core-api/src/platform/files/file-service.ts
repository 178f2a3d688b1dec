import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished as onEnd, pipeline, Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PdfLossOnPage } from '@agency/contract/pdf-checks'
import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../database/database.ts'
import { FileDamaged, FileMissing, StoreUnavailable, TooLarge } from '../errors.ts'
import { MemoryBudget } from '../memory-budget.ts'
import type { EncryptedStore } from './encrypted-store.ts'
import { deleteFile, deleteUnusedFiles, findFile, insertFile } from './file-repository.ts'
import { MissingFile } from './file-store.ts'

export interface StoredFile {
  id: string
  sha256: Buffer
  size: number
  mime_type: string
  pages: number | null
  /** Of the file that a plain PDF was made from. */
  original_sha256?: Buffer | null
  /** Of such a PDF: what it lacks of that file; JSON. */
  losses?: string | null
}

export interface FileHash {
  id: string
  sha256: Buffer
  /** Bytes. */
  size: number
}

/** What is known of a file before it is stored; `originalSha256` (hex) is of the file that a plain PDF was made from. */
export interface FileDescription {
  mimeType: string
  pages?: number
  originalSha256?: string
  losses?: readonly PdfLossOnPage[]
}

export interface FileContent {
  bytes: Uint8Array
  description: FileDescription
}

export interface OpenedFile {
  content: Readable
  /** Bytes. */
  size: number
}

/** The bytes that determine the type of a file. */
const headLength = 4_100
/** Files up to this size are verified before their first byte is sent. */
const largestInMemory = 4 * 2 ** 20
/** What small files that are being sent may hold together, in bytes. Above that they are streamed like large ones. */
const memoryOfSentFiles = 32 * 2 ** 20
/** Bytes that files may hold together while requests use them: three of the largest PDFs, one more than there are PDF processes. */
const memoryOfUsedFiles = 3 * largestPdf

export class FileService {
  readonly #store: EncryptedStore
  readonly #requireMatch: () => Promise<void>
  readonly #described = new WeakSet<StoredFile>()
  readonly #sent = new MemoryBudget(memoryOfSentFiles)
  readonly #used = new MemoryBudget(memoryOfUsedFiles)

  /** @param requireMatch fails until the store is known to be the one of this database */
  constructor(store: EncryptedStore, requireMatch: () => Promise<void>) {
    this.#store = store
    this.#requireMatch = requireMatch
  }

  /** Chunk by chunk; the type is detected. @param largest bytes @throws TooLarge; nothing is left behind then */
  async store(content: Readable, largest: number): Promise<StoredFile> {
    await this.#requireMatch()
    const id = uuid()
    const hash = createHash('sha256')
    const head: Buffer[] = []
    let size = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < headLength) head.push(chunk)
        size += chunk.length
        hash.update(chunk)
        done(size > largest ? new TooLarge(`A file is larger than ${Math.floor(largest / 2 ** 20)} MB.`) : null, chunk)
      },
    })
    await this.#store.put(id, [content, measure])
    const { fileTypeFromBuffer } = await import('file-type')
    const start = Buffer.concat(head).subarray(0, headLength)
    // The byte order mark of UTF-16 is also the first frame of an MPEG audio layer that nobody uses.
    const type = /^(?:fffe|feff)/.test(start.toString('hex', 0, 2)) ? undefined : await fileTypeFromBuffer(start)
    const mime_type = type?.mime ?? 'application/octet-stream'
    return { id, sha256: hash.digest(), size, mime_type, pages: null }
  }

  /** Stores bytes of a known type. They have no row yet: `describe` them in a transaction. */
  async storeBytes(content: Uint8Array, description: FileDescription): Promise<StoredFile> {
    const file = await this.store(Readable.from([Buffer.from(content)]), content.byteLength)
    const { mimeType: mime_type, pages = null, originalSha256, losses = [] } = description
    const original_sha256 = originalSha256 === undefined ? null : Buffer.from(originalSha256, 'hex')
    return { ...file, mime_type, pages, original_sha256, losses: losses.length > 0 ? JSON.stringify(losses) : null }
  }

  /** `use` describes them in its transaction: no row is locked during the write. The others are discarded. */
  async withStored<Result>(
    contents: readonly FileContent[],
    use: (files: StoredFile[]) => Promise<Result>,
  ): Promise<Result> {
    return this.storing(async (store) => {
      const files: StoredFile[] = []
      for (const content of contents) files.push(await store(content))
      return use(files)
    })
  }

  /** As `withStored`, for files that come one by one: `work` need not hold them all in memory. */
  async storing<Result>(
    work: (store: (content: FileContent) => Promise<StoredFile>) => Promise<Result>,
  ): Promise<Result> {
    const stored: StoredFile[] = []
    let result: Result
    try {
      result = await work(async ({ bytes, description }) => {
        const file = await this.storeBytes(bytes, description)
        stored.push(file)
        return file
      })
    } catch (error) {
      await this.discard(stored.map(({ id }) => id))
      throw error
    }
    await this.discard(stored.filter((file) => !this.#described.has(file)).map(({ id }) => id))
    return result
  }

  async describe(db: Database, file: StoredFile): Promise<void> {
    await insertFile(db, file)
    this.#described.add(file)
  }

  /** Stores bytes in the caller's transaction: if it fails, the next sweep removes them. @returns the new file's id */
  async save(db: Database, content: Uint8Array, description: FileDescription): Promise<string> {
    const file = await this.storeBytes(content, description)
    await this.describe(db, file)
    return file.id
  }

  /**
   * Small files are compared with their hash first; a large one breaks off at its end.
   * @param record audits. It runs before anything is sent; if it fails, the file is closed
   * @throws FileMissing, FileDamaged, or StoreUnavailable
   */
  async open(db: Database, id: string, record: () => Promise<unknown> = async () => undefined): Promise<OpenedFile> {
    const file = { id, ...(await findFile(db, id)) }
    const content = await (file.size > largestInMemory ? this.openLarge(file) : this.#openSmall(file))
    try {
      await record()
    } catch (error) {
      content.destroy()
      throw error
    }
    return { content, size: file.size }
  }

  /** A file that was compared with its hash. If many others are being sent, it is read twice in place of being kept. */
  async #openSmall(file: FileHash): Promise<Readable> {
    const release = this.#sent.tryTake(file.size)
    if (!release) {
      await this.requireWhole(file)
      return this.openLarge(file)
    }
    try {
      const content = Readable.from([await this.#readWhole(file)])
      onEnd(content, release)
      return content
    } catch (error) {
      release()
      throw error
    }
  }

  /** The same as a stream at any size, failing at its end where its bytes are not those that were stored. */
  async openLarge({ id, sha256 }: FileHash): Promise<Readable> {
    await this.#requireMatch()
    const content = this.#store.open(id)
    try {
      await once(content, 'readable')
    } catch (error) {
      throw fileError(error, id)
    }
    const hash = createHash('sha256')
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
      flush: (done) => done(hash.digest().equals(sha256) ? null : new FileDamaged(id)),
    })
    return pipeline(content, check, () => undefined)
  }

  /** Reads a file to its end, in bounded memory. @throws FileMissing, FileDamaged, or StoreUnavailable */
  async requireWhole(file: FileHash): Promise<void> {
    try {
      await finished((await this.openLarge(file)).resume())
    } catch (error) {
      throw fileError(error, file.id)
    }
  }

  /** Counts against a limit until `work` ends. @throws ServiceBusy; FileMissing, FileDamaged, or StoreUnavailable */
  async use<Result>(db: Database, id: string, work: (content: Buffer) => Promise<Result>): Promise<Result> {
    const file = { id, ...(await findFile(db, id)) }
    const release = this.#used.take(file.size)
    try {
      return await work(await this.#readWhole(file))
    } finally {
      release()
    }
  }

  /**
   * Reads it whole, only for jobs, of which few run at a time; requests call `open` or `use`.
   * @throws as `requireWhole`
   */
  async read(db: Database, id: string): Promise<Buffer> {
    return this.#readWhole({ id, ...(await findFile(db, id)) })
  }

  async #readWhole(file: FileHash): Promise<Buffer> {
    // One buffer of the known size: joining the chunks would take the memory twice.
    const bytes = Buffer.allocUnsafeSlow(file.size)
    let length = 0
    try {
      for await (const chunk of await this.openLarge(file)) length += chunk.copy(bytes, length)
    } catch (error) {
      throw fileError(error, file.id)
    }
    if (length < file.size) throw new FileDamaged(file.id)
    return bytes
  }

  /** Removes a file's row, in the caller's transaction; `discard` its bytes after that. */
  forget(db: Database, id: string): Promise<void> {
    return deleteFile(db, id)
  }

  /** @param ids null stands for no file @returns the removed ids; `discard` their bytes after the transaction */
  forgetUnused(db: Transaction, ids: (string | null)[]): Promise<string[]> {
    return deleteUnusedFiles(
      db,
      ids.filter((id) => id !== null),
    )
  }

  /** Moves bytes that no row names to the trash. */
  async discard(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#requireMatch()
    for (const id of ids) await this.#store.moveToTrash(id)
  }
}

/** A store fails with two errors only. Others are of decryption: the bytes were altered or cut off. */
function fileError(error: unknown, id: string): unknown {
  if (error instanceof FileMissing || error instanceof FileDamaged || error instanceof StoreUnavailable) return error
  return error instanceof MissingFile ? new FileMissing(id, { cause: error }) : new FileDamaged(id, { cause: error })
}
