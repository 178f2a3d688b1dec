import type { Readable } from 'node:stream'

/** An unfinished write of a file, and when it last made progress, as far as the store knows. */
export interface UnfinishedWrite {
  id: string
  since: Date
}

export interface FileStore {
  /** Durably; a failed write leaves nothing. Of two parallel writes with one id, one wins, complete. */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void>
  /** Fails with `MissingFile` before its first byte, or with `StoreUnavailable` for any other reason. */
  open(id: string): Readable
  storedAt(id: string): Promise<Date | undefined>
  remove(id: string): Promise<void>
  removeUnfinished(id: string): Promise<void>
  ids(): AsyncGenerator<string>
  /** Writes in progress, and those that a stopped process has left. An id may occur twice. */
  unfinished(): AsyncGenerator<UnfinishedWrite>
}

export interface FileRoot {
  /** For messages, such as `the directory /data/files`. */
  readonly description: string
  /** @param name may contain `/` */
  folder(name: string): FileStore
  foldersIn(name: string): Promise<string[]>
  /** Moves a file between folders, and sets `storedAt` to now. @returns whether it existed */
  move(id: string, from: string, to: string): Promise<boolean>
  readText(name: string): Promise<string | undefined>
  /** Writes a short text durably, replacing an existing one. */
  writeText(name: string, text: string): Promise<void>
  /** Writes a small file and reads it back. @throws if either fails */
  probe(): Promise<void>
}

export class MissingFile extends Error {
  override readonly name = 'MissingFile'
  constructor(options?: ErrorOptions) {
    super('The file store has no file with this id', options)
  }
}
