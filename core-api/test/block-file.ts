import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Makes the bytes of a stored file unreadable, as missing rights or too many open files do: a folder is in their place.
 * That fails for root too.
 * @param directory contains the file store
 * @returns a function that makes the file readable again
 */
export function blockFile(directory: string, fileId: string): () => void {
  const found = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(fileId))
  const path = join(directory, found ?? expect.fail('The file is not stored'))
  renameSync(path, `${path}.aside`)
  mkdirSync(path)
  return () => {
    rmdirSync(path)
    renameSync(`${path}.aside`, path)
  }
}
