import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { v7 as uuid, validate } from 'uuid'
import type { Database } from '../../database/database.ts'
import { TooLarge } from '../../errors.ts'
import type { SealedStore } from '../../file-store/sealed-store.ts'
import { deleteFile, findFile, findKnownIds, insertFile } from './file-repository.ts'

/** Bytes in the store that no row names yet. */
export interface StoredFile {
  id: string
  sha256: Buffer
  size: number
  mime_type: string
  pages: number | null
}

/** What is known of a file before it is stored; `originalSha256` (hex) is of the file that a plain PDF was made from. */
export interface FileDescription {
  mimeType: string
  pages?: number
  originalSha256?: string
}

/** As many bytes as tell what a file is. */
const headLength = 4_100
const day = 86_400_000
const sweepBatch = 500
const otherHash = 'A stored file does not have the hash its row names'

/** When a UUIDv7 was made, in milliseconds since 1970 (RFC 9562 § 5.7). */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Files: a row that describes each, and its sealed bytes in the store. */
export class FileService {
  readonly #store: SealedStore

  constructor(store: SealedStore) {
    this.#store = store
  }

  /**
   * Seals a stream into the store as it comes; it is never whole in memory. Its type is told by its content.
   * @param largest bytes it may have
   * @throws TooLarge; nothing is left behind then, or when the stream breaks off
   */
  async store(content: Readable, largest: number): Promise<StoredFile> {
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
    const type = await fileTypeFromBuffer(Buffer.concat(head).subarray(0, headLength))
    const mime_type = type?.mime ?? 'application/octet-stream'
    return { id, sha256: hash.digest(), size, mime_type, pages: null }
  }

  /** Gives a stored file its row, in the caller's transaction. */
  describe(db: Database, file: StoredFile): Promise<void> {
    return insertFile(db, file)
  }

  /**
   * Stores bytes and their row, in the caller's transaction: what a failed transaction leaves in the store is named by
   * no row, and swept up.
   * @returns the new file's id
   */
  async save(db: Database, content: Uint8Array, description: FileDescription): Promise<string> {
    const file = await this.store(Readable.from([Buffer.from(content)]), content.byteLength)
    const { mimeType: mime_type, pages = null, originalSha256 } = description
    const original_sha256 = originalSha256 === undefined ? null : Buffer.from(originalSha256, 'hex')
    await insertFile(db, { ...file, mime_type, pages, original_sha256 })
    return file.id
  }

  /**
   * The file's content as it is opened; the stream fails where the stored bytes were altered.
   * @throws before anything is sent, when the file is missing or the store does not answer
   */
  async open(id: string): Promise<Readable> {
    const content = this.#store.open(id)
    await once(content, 'readable')
    return content
  }

  /**
   * The same, failing at its end too when its bytes are not those that were stored.
   * @param sha256 as the file's row names it
   */
  async openWhole(id: string, sha256: Buffer): Promise<Readable> {
    const hash = createHash('sha256')
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
      flush: (done) => done(hash.digest().equals(sha256) ? null : new Error(otherHash)),
    })
    return pipeline(await this.open(id), check, () => undefined)
  }

  /** The whole file; for documents, whose size is capped. @throws when its bytes are not those that were stored */
  async read(db: Database, id: string): Promise<Buffer> {
    const row = await findFile(db, id)
    const content = await buffer(await this.open(id))
    if (!createHash('sha256').update(content).digest().equals(row.sha256)) {
      throw new Error(otherHash)
    }
    return content
  }

  /** Removes a file's row, in the caller's transaction; `discard` its bytes after that. */
  forget(db: Database, id: string): Promise<void> {
    return deleteFile(db, id)
  }

  /**
   * Removes what no row names: the remains of broken-off writes and failed transactions. What was stored in the last
   * day is left alone, since its transaction may be under way.
   * @returns how many were removed
   */
  async sweep(db: Database, now = Date.now()): Promise<number> {
    let removed = 0
    let batch: string[] = []
    const removeUnknown = async () => {
      const known = await findKnownIds(db, batch)
      const unknown = batch.filter((id) => !known.has(id))
      await this.discard(unknown)
      removed += unknown.length
      batch = []
    }
    for await (const id of this.#store.ids()) {
      if (!validate(id) || now - timeOf(id) < day) continue
      batch.push(id)
      if (batch.length === sweepBatch) await removeUnknown()
    }
    if (batch.length > 0) await removeUnknown()
    return removed
  }

  /** Removes bytes that no row names. */
  async discard(ids: string[]): Promise<void> {
    for (const id of ids) await this.#store.remove(id)
  }
}
