import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import type { DiskStore } from '../../file-store/disk-store.ts'
import type { FileSealer } from '../../sealing/file-sealer.ts'
import { findFile, insertFile } from './file-repository.ts'

/** Files: a row that describes each, and its sealed bytes in the store. */
export class FileService {
  readonly #store: DiskStore
  readonly #sealer: FileSealer

  constructor(store: DiskStore, sealer: FileSealer) {
    this.#store = store
    this.#sealer = sealer
  }

  /**
   * Stores the bytes first and then the row, in the caller's transaction: what a failed transaction leaves behind is
   * named by no row, and swept up.
   * @returns the new file's id
   */
  async save(db: Database, content: Uint8Array, description: { mimeType: string; pages?: number }): Promise<string> {
    const id = uuid()
    await this.#store.put(id, [Readable.from([content]), this.#sealer.sealing(id)])
    await insertFile(db, {
      id,
      sha256: createHash('sha256').update(content).digest(),
      size: content.byteLength,
      mime_type: description.mimeType,
      pages: description.pages ?? null,
    })
    return id
  }

  /** The whole file; for documents, whose size is capped. @throws when its bytes are not those that were stored */
  async read(db: Database, id: string): Promise<Buffer> {
    const row = await findFile(db, id)
    const content = await buffer(this.#store.open(id).pipe(this.#sealer.opening(id)))
    if (!createHash('sha256').update(content).digest().equals(row.sha256)) {
      throw new Error('A stored file does not have the hash its row names')
    }
    return content
  }
}
