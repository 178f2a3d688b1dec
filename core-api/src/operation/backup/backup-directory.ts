import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Check } from 'typebox/value'
import { lockDirectory } from '../../platform/database/directory-lock.ts'
import { syncPath, syncTree } from '../../platform/database/sync-tree.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import { pathOfFile } from '../../platform/files/disk-store.ts'
import { BackupManifest, type StoredCopy } from './backup-manifest.ts'
import { hashFile } from './hashed-file.ts'

export const manifestName = 'backup.json'
const nameFormat = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
const partialEnd = '.partial'
const listLine = /^([0-9a-f]{64}) {2}([0-9a-f]{8})\/..\/..\/([0-9a-f-]{36}|anchor-\d+-[0-9a-f]{64})$/

/** A backup, or a file of it, was altered or is missing. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
}

/** Written as `<name>.partial` and renamed at the end: every other name is a complete backup. */
export class BackupDirectory {
  readonly path: string

  /** @param path must exist: creating it would hide that a disk is not mounted */
  constructor(path: string) {
    if (!existsSync(path)) throw new Error(`No directory ${path}. Is the disk mounted?`)
    this.path = path
  }

  get files(): DiskRoot {
    return new DiskRoot(join(this.path, 'files'))
  }

  /** Locks the directory. @throws if another process makes a backup here */
  lock(): { release(): void } {
    return lockDirectory(this.path, `Another process is making a backup in ${this.path}. Try again later.`)
  }

  names(): string[] {
    return this.#entries().filter((name) => nameFormat.test(name))
  }

  pathOf(name: string): string {
    return join(this.path, 'backups', name)
  }

  /** @throws DamagedBackup if it cannot be read */
  async readManifest(name: string): Promise<BackupManifest> {
    const text = await readFile(join(this.pathOf(name), manifestName), 'utf8').catch((cause) => {
      throw new DamagedBackup(`The backup ${name} is damaged: ${manifestName} cannot be read.`, { cause })
    })
    const manifest = parseJson(text)
    if (!Check(BackupManifest, manifest) || manifest.name !== name) {
      throw new DamagedBackup(`The backup ${name} is damaged: ${manifestName} is not a manifest of format 2.`)
    }
    return manifest
  }

  /** @throws DamagedBackup if the list was altered */
  async readFileList({ name, files }: BackupManifest): Promise<StoredCopy[]> {
    const path = join(this.pathOf(name), files.name)
    const { sha256 } = await hashFile(path)
    if (sha256 !== files.sha256) throw new DamagedBackup(`The backup ${name} is damaged: ${files.name} was altered.`)
    return readFileSync(path, 'utf8').split('\n').slice(0, -1).map(parseLine)
  }

  /** Begins a backup, and deletes incomplete ones. Call it with the lock. @returns its directory */
  begin(name: string): string {
    for (const left of this.#entries().filter((entry) => entry.endsWith(partialEnd))) {
      rmSync(this.pathOf(left), { recursive: true })
    }
    const partial = this.pathOf(name + partialEnd)
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    return partial
  }

  complete(partial: string): void {
    syncTree(partial)
    const path = this.pathOf(basename(partial, partialEnd))
    renameSync(partial, path)
    syncPath(dirname(path))
    syncPath(this.path)
  }

  /** Deletes a backup. Renames it first, so that a half deleted one never looks complete. */
  remove(name: string): void {
    const partial = this.pathOf(name + partialEnd)
    renameSync(this.pathOf(name), partial)
    rmSync(partial, { recursive: true })
  }

  #entries(): string[] {
    const directory = join(this.path, 'backups')
    return existsSync(directory) ? readdirSync(directory).sort() : []
  }
}

/** A line of the list of files, for `sha256sum --check` in `files`. */
export const lineOf = ({ id, folder, sha256 }: StoredCopy): string => `${sha256}  ${folder}/${pathOfFile(id)}\n`

function parseLine(line: string): StoredCopy {
  const [, sha256 = '', folder = '', id = ''] = listLine.exec(line) ?? []
  if (!id) throw new DamagedBackup('The list of files of the backup has a line that cannot be read.')
  return { id, folder, sha256 }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
