import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What a data directory is made of: the data, and what opens it. */
export const dataParts = ['database/cluster', 'files']
export const keyParts = ['keys', 'first-admin.txt']

/** Said of a backup as a whole. */
export const descriptionName = 'backup.json'
/** Lists the hash of every other file of a backup, as `sha256sum --check` reads it. */
export const sumsName = 'SHA256SUMS'

export interface BackupDescription {
  format: 1
  made_at: string
  /** Ids of the master keys that open it. */
  master_keys: string[]
  /** Whether the keys are in it. */
  with_keys: boolean
  /** All directories, since some copying leaves out empty ones. */
  directories: string[]
}

/** Paths from a root, with forward slashes. */
export interface Tree {
  files: string[]
  directories: string[]
}

/** Everything of these parts of a directory that is there. */
export function listParts(root: string, parts: string[]): Tree {
  const tree: Tree = { files: [], directories: [] }
  for (const part of parts.filter((name) => existsSync(join(root, name)))) {
    if (statSync(join(root, part)).isFile()) {
      tree.files.push(part)
      continue
    }
    tree.directories.push(part)
    for (const entry of readdirSync(join(root, part), { withFileTypes: true, recursive: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
      if (entry.isDirectory()) tree.directories.push(path)
      else tree.files.push(path)
    }
  }
  return tree
}

/** Copies a file, readable by its owner alone. @returns the SHA-256 of what was copied, in hexadecimal */
export async function copyFile(from: string, to: string): Promise<string> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), measure, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}
