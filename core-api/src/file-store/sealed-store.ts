import { pipeline, Readable } from 'node:stream'
import { FileSealer } from '../sealing/file-sealer.ts'
import { type Keyring, keysOf } from '../sealing/keyring.ts'
import { type FileStore, MissingFile } from './file-store.ts'

/** Where the files that are sealed with one master key are. */
interface KeyFolder {
  store: FileStore
  sealer: FileSealer
}

/**
 * Files sealed at rest: each key's in a folder of their own, named by the key. So that a file's place tells its key,
 * and a file goes from key to key without its row, and without its bytes changing under a reader.
 */
export class SealedStore {
  readonly #newest: KeyFolder
  readonly #older: readonly KeyFolder[]

  /** @param storeIn gives the store of a folder */
  constructor(keyring: Keyring, storeIn: (folder: string) => FileStore) {
    const folders = keysOf(keyring).map(({ id, bytes }) => ({
      store: storeIn(id.toString('hex')),
      sealer: new FileSealer(bytes),
    }))
    const [newest = folders[0], ...older] = folders
    if (!newest) throw new Error('A keyring has at least one key')
    this.#newest = newest
    this.#older = older
  }

  /** Seals what the streams give into the store, with the newest key; a broken-off write leaves nothing. */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void> {
    return this.#newest.store.put(id, [...streams, this.#newest.sealer.sealing(id)])
  }

  /** The file's content as it is opened; the stream fails where the stored bytes were altered, or are missing. */
  open(id: string): Readable {
    return Readable.from(this.#read(id), { objectMode: false })
  }

  async *#read(id: string): AsyncGenerator<Buffer> {
    // The newest once more at the end: the file may just have gone there from an older key.
    const folders = this.#older.length > 0 ? [this.#newest, ...this.#older, this.#newest] : [this.#newest]
    let missing: unknown
    for (const folder of folders) {
      try {
        return yield* openIn(folder, id)
      } catch (error) {
        if (!(error instanceof MissingFile)) throw error
        missing = error
      }
    }
    throw missing
  }

  async remove(id: string): Promise<void> {
    for (const { store } of this.#folders()) await store.remove(id)
  }

  /** The ids of all files, unfinished ones too; an id may come more than once. */
  async *ids(): AsyncGenerator<string> {
    for (const { store } of this.#folders()) yield* store.ids()
  }

  /** The ids of files that are sealed with an older key, whether or not a copy with the newest is there. */
  async *idsOnOlderKeys(): AsyncGenerator<string> {
    for (const { store } of this.#older) yield* store.ids()
  }

  /** Since when the file is there with the newest key. */
  renewedAt(id: string): Promise<Date | undefined> {
    return this.#newest.store.storedAt(id)
  }

  /** Seals a copy with the newest key; what is there stays as it is. */
  async renew(id: string): Promise<void> {
    for (const folder of this.#older) {
      if (await folder.store.storedAt(id)) return this.put(id, [openIn(folder, id)])
    }
  }

  /** Removes what is sealed with older keys, and what copying it may have left behind. */
  async removeOlder(id: string): Promise<void> {
    for (const { store } of this.#older) await store.remove(id)
    await this.#newest.store.removeUnfinished(id)
  }

  #folders(): KeyFolder[] {
    return [this.#newest, ...this.#older]
  }
}

function openIn({ store, sealer }: KeyFolder, id: string): Readable {
  // A failure of the source comes out of the opened stream; whoever leaves off reading closes both.
  return pipeline(store.open(id), sealer.opening(id), () => undefined)
}
