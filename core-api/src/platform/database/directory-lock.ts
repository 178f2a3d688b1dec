import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
  readonly directory: string

  constructor(message: string, directory: string, options?: ErrorOptions) {
    super(message, options)
    this.directory = directory
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const busy = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy

/** Two engines would lose committed rows. SQLite's lock ends even with kill -9. @throws DirectoryInUse */
export function lockDirectory(
  directory: string,
  refusal = `Another process uses the database in ${directory}. Stop it first.`,
): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw new Error(`The lock of ${directory} cannot be taken.`, { cause })
    throw new DirectoryInUse(refusal, directory, { cause })
  }
  return { release: () => lock.close() }
}
