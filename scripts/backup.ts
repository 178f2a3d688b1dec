import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../core-api/src/config.ts'
import { lockDirectory } from '../core-api/src/database/directory-lock.ts'
import { requireNoHalfRestore } from '../core-api/src/database/restoring.ts'
import { syncPath, syncTree } from '../core-api/src/database/sync-tree.ts'
import { keysOf } from '../core-api/src/sealing/keyring.ts'
import { readKeyring } from '../core-api/src/sealing/master-key.ts'
import {
  type BackupDescription,
  copyFile,
  dataParts,
  descriptionName,
  keyParts,
  listParts,
  sumsName,
} from './backup-contents.ts'
import { dataDirectory, readCoreSettings, requireEmbeddedDatabase, runCommand } from './core-settings.ts'

const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-keys': { type: 'boolean', default: false } } })

/** Copies the data directory while nobody else uses it. A backup that breaks off never has the name of a whole one. */
async function backUp() {
  if (!values.to) throw new Error('Say where to: npm run backup -- --to <directory that is not there yet>')
  const target = resolve(values.to)
  if (existsSync(target)) throw new Error(`${target} is there already: name a directory that is not.`)
  requireEmbeddedDatabase()
  const database = join(dataDirectory, 'database')
  if (!existsSync(join(database, 'cluster'))) throw new Error(`There is no database in ${dataDirectory}.`)
  requireNoHalfRestore(database)
  const config = readCoreSettings()
  const lock = lockDirectory(database)
  try {
    const files = await writeBackup(config, target)
    console.log(`Backed up ${files} files of ${dataDirectory} to ${target}.`)
  } finally {
    lock.release()
  }
  console.log(
    values['with-keys']
      ? 'The keys are in it: whoever has this backup can read everything.'
      : `The keys are not in it: keep a copy of ${config.keysDirectory} apart, or nothing sealed opens again.`,
  )
  if (config.S3_BUCKET) console.log(`The files are in the bucket ${config.S3_BUCKET}: back it up apart.`)
}

/** @returns how many files were copied */
async function writeBackup(config: Config, target: string): Promise<number> {
  const partial = `${target}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  const parts = values['with-keys'] ? [...dataParts, ...keyParts] : dataParts
  const { files, directories } = listParts(dataDirectory, parts)
  const sums: string[] = []
  for (const path of files) {
    sums.push(`${await copyFile(join(dataDirectory, path), join(partial, path))}  ${path}\n`)
  }
  const description = describe(config, directories)
  writeFileSync(join(partial, descriptionName), description, { mode: 0o600 })
  sums.push(`${createHash('sha256').update(description).digest('hex')}  ${descriptionName}\n`)
  writeFileSync(join(partial, sumsName), sums.join(''), { mode: 0o600 })
  syncTree(partial)
  renameSync(partial, target)
  syncPath(dirname(target))
  return files.length
}

function describe(config: Config, directories: string[]): string {
  const description: BackupDescription = {
    format: 1,
    made_at: new Date().toISOString(),
    master_keys: keysOf(readKeyring(config)).map(({ id }) => id.toString('hex')),
    with_keys: values['with-keys'],
    directories,
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

await runCommand(backUp)
