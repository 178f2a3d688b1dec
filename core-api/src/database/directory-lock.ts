import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a data directory for this process alone. Two engines on one directory lose acknowledged rows.
 * The lock is an exclusive SQLite transaction, which the operating system lets go even on kill -9.
 * @throws when another process holds it
 */
export function lockDirectory(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new Error(`Another process uses the database in ${directory}. Stop it first.`, { cause })
  }
  return { release: () => lock.close() }
}
