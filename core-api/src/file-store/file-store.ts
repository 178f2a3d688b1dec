import type { Readable } from 'node:stream'

/** Keeps files of sealed bytes under their ids. */
export interface FileStore {
  /**
   * Stores what the streams give, durably; a broken-off write leaves nothing under the id.
   * Twice at once under one id is no mistake: one of the two stands, whole.
   */
  put(id: string, streams: (Readable | NodeJS.ReadWriteStream)[]): Promise<void>
  /** The stored bytes. The stream fails with `MissingFile` before its first byte when there is no such file. */
  open(id: string): Readable
  /** Since when the file is stored whole; undefined when it is not. */
  storedAt(id: string): Promise<Date | undefined>
  /** Removes the file and the remains of unfinished writes of it; it need not be there. */
  remove(id: string): Promise<void>
  /** Removes the remains of unfinished writes alone. */
  removeUnfinished(id: string): Promise<void>
  /** The ids of all files, unfinished ones too; an id may come twice. */
  ids(): AsyncGenerator<string>
}

/** The stored bytes of a file are not those that were stored: reading it again gives the same answer. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  constructor(options?: ErrorOptions) {
    super('A stored file was altered or damaged', options)
  }
}

export class MissingFile extends Error {
  override readonly name = 'MissingFile'
  constructor(options?: ErrorOptions) {
    super('The store has no file of this id', options)
  }
}
