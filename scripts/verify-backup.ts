import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupDescription, descriptionName, listParts, sumsName } from './backup-contents.ts'

const damaged = (what: string) => new Error(`The backup is damaged: ${what}. Nothing was changed.`)

/**
 * Reads a backup through and compares every file with its hash.
 * @returns what is said of it, and the hashes by path
 * @throws with a sentence when something is missing, altered or too much
 */
export async function verifyBackup(
  directory: string,
): Promise<{ description: BackupDescription; sums: Map<string, string> }> {
  if (!existsSync(join(directory, sumsName))) throw new Error(`There is no finished backup in ${directory}.`)
  const sums = readSums(readFileSync(join(directory, sumsName), 'utf8'))
  const there = new Set(listParts(directory, ['.']).files)
  there.delete(sumsName)
  const missing = [descriptionName, ...sums.keys()].find((path) => !there.has(path))
  if (missing) throw damaged(`${missing} is missing`)
  const unknown = [...there].find((path) => !sums.has(path))
  if (unknown) throw damaged(`${unknown} does not belong to it`)
  for (const [path, hash] of sums) {
    if ((await hashOf(join(directory, path))) !== hash) throw damaged(`${path} was altered`)
  }
  return { description: JSON.parse(readFileSync(join(directory, descriptionName), 'utf8')), sums }
}

function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!hash) throw damaged(`${sumsName} is not readable`)
    sums.set(path, hash)
  }
  return sums
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
