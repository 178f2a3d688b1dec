import type { Readable } from 'node:stream'

/** An unfinished write of a file, and when it last went on as far as the store can tell. */
export interface UnfinishedWrite {
  id: string
  since: Date
}

/** Keeps files of encrypted bytes under their ids, in one folder. */
export interface FileStore {
  /**
   * Stores what the streams give, durably; a broken-off write leaves nothing under the id.
   * Twice at once under one id is no mistake: one of the two stands, whole.
   */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void>
  /** The stored bytes. The stream fails with `MissingFile` before its first byte when there is no such file. */
  open(id: string): Readable
  /** Since when the file is stored whole in this folder; undefined when it is not. */
  storedAt(id: string): Promise<Date | undefined>
  /** Removes the file and the remains of unfinished writes of it; it need not be there. */
  remove(id: string): Promise<void>
  /** Removes the remains of unfinished writes alone. */
  removeUnfinished(id: string): Promise<void>
  /** The ids of all files that are stored whole. */
  ids(): AsyncGenerator<string>
  /** Writes that are under way, or were left behind by a process that ended; an id may come twice. */
  unfinished(): AsyncGenerator<UnfinishedWrite>
}

/** Where a file store is: a directory, or a prefix of a bucket. It holds folders of files, and short texts. */
export interface FileRoot {
  /** For people: `the directory /data/files`. */
  readonly description: string
  /** @param name one name or several with `/` between them */
  folder(name: string): FileStore
  /** The names of the folders inside a folder. */
  foldersIn(name: string): Promise<string[]>
  /** Moves a whole file from folder to folder, so that it is `storedAt` now. @returns whether there was one */
  move(id: string, from: string, to: string): Promise<boolean>
  /** A short text beside the folders; undefined when there is none of this name. */
  readText(name: string): Promise<string | undefined>
  /** Stores it durably, in place of what was there. */
  writeText(name: string, text: string): Promise<void>
  /** Writes a small file and reads it back. @throws when that is not possible now */
  probe(): Promise<void>
}

export class MissingFile extends Error {
  override readonly name = 'MissingFile'
  constructor(options?: ErrorOptions) {
    super('The store has no file of this id', options)
  }
}
