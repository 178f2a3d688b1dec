import { once } from 'node:events'
import { pipeline, Readable } from 'node:stream'
import { FileCipher } from '../encryption/file-cipher.ts'
import { type Keyring, keysOf } from '../encryption/keyring.ts'
import { type FileRoot, type FileStore, MissingFile, type UnfinishedWrite } from './file-store.ts'

/** Where the files that are encrypted with one master key are. */
interface KeyFolder {
  name: string
  store: FileStore
  cipher: FileCipher
}

/** A file in the trash. Its key may be one that the ring no longer has. */
export interface TrashedFile {
  id: string
  /** The folder it came from, named by its key. */
  folder: string
}

const trashOf = (folder: string): string => `trash/${folder}`

/**
 * Files encrypted at rest: each key's in a folder of their own, named by the key. So that a file's place tells its key,
 * and a file goes from key to key without its row, and without its bytes changing under a reader. What is taken away
 * goes to the trash, where each key has its folder too; files stay there under the key that they had.
 */
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

  /** Encrypts what the streams give into the store, with the newest key; a broken-off write leaves nothing. */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    return this.#newest.store.put(id, [...streams, this.#newest.cipher.encrypting(id)])
  }

  /**
   * The file's content as it is decrypted, also of a file in the trash; the stream fails where the stored bytes were
   * altered, or are missing.
   */
  open(id: string): Readable {
    return Readable.from(this.#read(id), { objectMode: false })
  }

  async *#read(id: string): AsyncGenerator<Buffer> {
    // The newest once more: the file may just have gone there from an older key. It may also just have left the trash.
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

  /** The folder of what is stored now, named by the newest key. */
  get newestFolder(): string {
    return this.#newest.name
  }

  /**
   * The stored bytes, encrypted as they are, also of a file in the trash.
   * @returns with the folder of their key; undefined when the store does not have the file
   */
  async openStored(id: string): Promise<{ folder: string; content: Readable } | undefined> {
    // The newest once more: the file may just have gone there from an older key, or just have left the trash.
    const folders = this.#folders().map(({ name }) => ({ name, place: name }))
    const trash = folders.map(({ name }) => ({ name, place: trashOf(name) }))
    for (const { name, place } of [...folders, ...trash, ...folders]) {
      const content = this.#root.folder(place).open(id)
      if (await hasBytes(content)) return { folder: name, content }
    }
    return undefined
  }

  /** The ids of all whole files; an id may come more than once. */
  async *ids(): AsyncGenerator<string> {
    for (const { store } of this.#folders()) yield* store.ids()
  }

  /** Moves a file to the trash, whatever its key; it need not be there. @returns whether it was */
  async moveToTrash(id: string): Promise<boolean> {
    let moved = false
    for (const { name, store } of this.#folders()) {
      moved = (await this.#root.move(id, name, trashOf(name))) || moved
      await store.removeUnfinished(id)
    }
    return moved
  }

  /** Puts a file back that is in the trash. @returns whether it was there, under a key of the ring */
  async restoreFromTrash(id: string): Promise<boolean> {
    let restored = false
    for (const { name } of this.#folders()) {
      restored = (await this.#root.move(id, trashOf(name), name)) || restored
    }
    return restored
  }

  /** What is in the trash, also under keys that the ring no longer has. */
  async *trashed(): AsyncGenerator<TrashedFile> {
    for (const folder of await this.#root.foldersIn('trash')) {
      for await (const id of this.#root.folder(trashOf(folder)).ids()) yield { id, folder }
    }
  }

  /** Since when it is in the trash. */
  trashedAt({ id, folder }: TrashedFile): Promise<Date | undefined> {
    return this.#root.folder(trashOf(folder)).storedAt(id)
  }

  /** Removes a file from the trash, for good. */
  removeTrashed({ id, folder }: TrashedFile): Promise<void> {
    return this.#root.folder(trashOf(folder)).remove(id)
  }

  /** Writes under way or left behind. @param on `older`: with older keys alone */
  async *unfinished(on: 'all' | 'older' = 'all'): AsyncGenerator<UnfinishedWrite> {
    for (const { store } of on === 'older' ? this.#older : this.#folders()) yield* store.unfinished()
  }

  async removeUnfinished(id: string): Promise<void> {
    for (const { store } of this.#folders()) await store.removeUnfinished(id)
  }

  /** The ids of files that are encrypted with an older key, whether or not a copy with the newest is there. */
  async *idsOnOlderKeys(): AsyncGenerator<string> {
    for (const { store } of this.#older) yield* store.ids()
  }

  /** Since when the file is there with the newest key. */
  renewedAt(id: string): Promise<Date | undefined> {
    return this.#newest.store.storedAt(id)
  }

  /** Encrypts a copy with the newest key; what is there stays as it is. */
  async renew(id: string): Promise<void> {
    for (const folder of this.#older) {
      if (await folder.store.storedAt(id)) return this.put(id, [openIn(folder, id)])
    }
  }

  /** Removes what is encrypted with older keys, and what copying it may have left behind. */
  async removeOlder(id: string): Promise<void> {
    for (const { store } of this.#older) await store.remove(id)
    await this.#newest.store.removeUnfinished(id)
  }

  #folders(): KeyFolder[] {
    return [this.#newest, ...this.#older]
  }
}

/** Whether a stream has a first byte; it is not consumed. @throws what it fails with, unless the file is missing */
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
  // A failure of the source comes out of the opened stream; whoever leaves off reading closes both.
  return pipeline(store.open(id), cipher.decrypting(id), () => undefined)
}
