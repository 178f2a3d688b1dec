import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskStore, isMissing, syncDirectory } from './disk-store.ts'
import type { FileRoot } from './file-store.ts'

export class DiskRoot implements FileRoot {
  readonly description: string
  readonly #directory: string

  /** Creates a missing directory: it is a new store, or the check of the installation id will refuse it. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#directory = directory
    this.description = `the directory ${directory}`
  }

  folder(name: string): DiskStore {
    return new DiskStore(this.#directory, name)
  }

  async foldersIn(name: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.#directory, name), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  move(id: string, from: string, to: string): Promise<boolean> {
    return this.folder(to).takeFrom(this.folder(from), id)
  }

  async readText(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.#directory, name), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async writeText(name: string, text: string): Promise<void> {
    const path = join(this.#directory, name)
    const partial = `${path}.${randomUUID()}.partial`
    try {
      await writeFile(partial, text, { flag: 'wx', mode: 0o600, flush: true })
      await rename(partial, path)
    } finally {
      await rm(partial, { force: true })
    }
    await syncDirectory(this.#directory)
  }

  async probe(): Promise<void> {
    const path = join(this.#directory, `probe-${randomUUID()}`)
    const written = randomBytes(4_096)
    try {
      await writeFile(path, written, { flag: 'wx', mode: 0o600 })
      if (!(await readFile(path)).equals(written)) throw new Error('The disk returned other bytes than were written')
    } finally {
      await rm(path, { force: true })
    }
  }
}
