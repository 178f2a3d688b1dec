import { once } from 'node:events'
import { pipeline, Readable } from 'node:stream'
import { FileCipher } from '../encryption/file-cipher.ts'
import { type Keyring, keysOf } from '../encryption/keyring.ts'
import { type FileRoot, type FileStore, MissingFile, type UnfinishedWrite } from './file-store.ts'

interface KeyFolder {
  name: string
  store: FileStore
  cipher: FileCipher
}

/** A file in the trash. Its key may have been removed from the keyring. */
export interface TrashedFile {
  id: string
  folder: string
}

const trashOf = (folder: string): string => `trash/${folder}`

/** A file's path names its key: re-encrypting changes neither its row nor the bytes under a reader. */
export class EncryptedStore {
  readonly #root: FileRoot
  readonly #newest: KeyFolder
  readonly #older: readonly KeyFolder[]

  constructor(keyring: Keyring, root: FileRoot) {
    const folders = keysOf(keyring).map(({ id, bytes }) => {
      const name = id.toString('hex')
      return { name, store: root.folder(name), cipher: new FileCipher(bytes) }
    })
    const [newest = folders[0], ...older] = folders
    if (!newest) throw new Error('A keyring has at least one key')
    this.#root = root
    this.#newest = newest
    this.#older = older
  }

  /** Encrypts the output of the streams with the newest key and stores it. A failed write leaves nothing. */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    return this.#newest.store.put(id, [...streams, this.#newest.cipher.encrypting(id)])
  }

  /** Decrypts a file, also of the trash. The stream fails if the stored bytes were altered or are missing. */
  open(id: string): Readable {
    return Readable.from(this.#read(id), { objectMode: false })
  }

  async *#read(id: string): AsyncGenerator<Buffer> {
    // The newest again, since a rotation or a restore from the trash may be moving the file.
    const places = this.#older.length > 0 ? [this.#newest, ...this.#older, this.#newest] : [this.#newest]
    const trash = this.#folders().map(({ name, cipher }) => ({ store: this.#root.folder(trashOf(name)), cipher }))
    let missing: unknown
    for (const place of [...places, ...trash, ...this.#folders()]) {
      try {
        return yield* openIn(place, id)
      } catch (error) {
        if (!(error instanceof MissingFile)) throw error
        missing = error
      }
    }
    throw missing
  }

  get newestFolder(): string {
    return this.#newest.name
  }

  /** Opens the encrypted bytes, also of the trash. @returns undefined if the store does not have the file */
  async openStored(id: string): Promise<{ folder: string; content: Readable } | undefined> {
    // All folders again, since a rotation or a restore from the trash may be moving the file.
    const folders = this.#folders().map(({ name }) => ({ name, place: name }))
    const trash = folders.map(({ name }) => ({ name, place: trashOf(name) }))
    for (const { name, place } of [...folders, ...trash, ...folders]) {
      const content = this.#root.folder(place).open(id)
      if (await hasBytes(content)) return { folder: name, content }
    }
    return undefined
  }

  async *ids(): AsyncGenerator<string> {
    for (const { store } of this.#folders()) yield* store.ids()
  }

  /** @returns whether it existed */
  async moveToTrash(id: string): Promise<boolean> {
    let moved = false
    for (const { name, store } of this.#folders()) {
      moved = (await this.#root.move(id, name, trashOf(name))) || moved
      await store.removeUnfinished(id)
    }
    return moved
  }

  /** @returns whether it was there, under a key of the keyring */
  async restoreFromTrash(id: string): Promise<boolean> {
    let restored = false
    for (const { name } of this.#folders()) {
      restored = (await this.#root.move(id, trashOf(name), name)) || restored
    }
    return restored
  }

  async *trashed(): AsyncGenerator<TrashedFile> {
    for (const folder of await this.#root.foldersIn('trash')) {
      for await (const id of this.#root.folder(trashOf(folder)).ids()) yield { id, folder }
    }
  }

  trashedAt({ id, folder }: TrashedFile): Promise<Date | undefined> {
    return this.#root.folder(trashOf(folder)).storedAt(id)
  }

  removeTrashed({ id, folder }: TrashedFile): Promise<void> {
    return this.#root.folder(trashOf(folder)).remove(id)
  }

  /** @param on `older`: only those with older keys */
  async *unfinished(on: 'all' | 'older' = 'all'): AsyncGenerator<UnfinishedWrite> {
    for (const { store } of on === 'older' ? this.#older : this.#folders()) yield* store.unfinished()
  }

  async removeUnfinished(id: string): Promise<void> {
    for (const { store } of this.#folders()) await store.removeUnfinished(id)
  }

  /** The ids of files that are encrypted with an older key, with or without a copy under the newest. */
  async *idsOnOlderKeys(): AsyncGenerator<string> {
    for (const { store } of this.#older) yield* store.ids()
  }

  renewedAt(id: string): Promise<Date | undefined> {
    return this.#newest.store.storedAt(id)
  }

  /** Encrypts a copy with the newest key, and keeps the older file. */
  async renew(id: string): Promise<void> {
    for (const folder of this.#older) {
      if (await folder.store.storedAt(id)) return this.put(id, [openIn(folder, id)])
    }
  }

  /** Deletes the file under older keys, and unfinished copies of it. */
  async removeOlder(id: string): Promise<void> {
    for (const { store } of this.#older) await store.remove(id)
    await this.#newest.store.removeUnfinished(id)
  }

  #folders(): KeyFolder[] {
    return [this.#newest, ...this.#older]
  }
}

/** Waits for the first byte of a stream, without consuming it. @returns false if the file is missing */
async function hasBytes(content: Readable): Promise<boolean> {
  try {
    await once(content, 'readable')
    return true
  } catch (error) {
    if (error instanceof MissingFile) return false
    throw error
  }
}

function openIn({ store, cipher }: Pick<KeyFolder, 'store' | 'cipher'>, id: string): Readable {
  // The opened stream fails with its source. Closing it closes both.
  return pipeline(store.open(id), cipher.decrypting(id), () => undefined)
}
