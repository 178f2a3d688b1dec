import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lockDirectory } from '../core-api/src/database/directory-lock.ts'
import { restoringIn } from '../core-api/src/database/restoring.ts'
import { syncPath, syncTree } from '../core-api/src/database/sync-tree.ts'
import { copyFile, dataParts, descriptionName, keyParts } from './backup-contents.ts'
import { dataDirectory, requireEmbeddedDatabase, runCommand } from './core-settings.ts'
import { verifyBackup } from './verify-backup.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})

type Backup = Awaited<ReturnType<typeof verifyBackup>>

/** Puts a backup in place, after every byte of it was found to be what it was. */
async function restore() {
  if (!values.from) throw new Error('Say where from: npm run restore -- --from <directory of a backup>')
  const source = resolve(values.from)
  const backup = await verifyBackup(source)
  const { made_at, master_keys, with_keys } = backup.description
  console.log(`The backup of ${made_at} is whole: ${backup.sums.size} files.`)
  if (values.check) return
  requireEmbeddedDatabase()
  const lock = lockDirectory(join(dataDirectory, 'database'))
  try {
    await putInPlace(source, backup)
  } finally {
    lock.release()
  }
  console.log(`Restored to ${dataDirectory}.`)
  if (!with_keys) {
    const keys = join(dataDirectory, 'keys')
    console.log(`The keys are not in it. Before the start ${keys} needs the master keys ${master_keys.join(', ')}.`)
  }
}

/** Copies everything beside its place first; where that breaks off, the product does not start on the half. */
async function putInPlace(source: string, { description, sums }: Backup) {
  const parts = [...dataParts, ...keyParts].filter((part) => existsSync(join(source, part)))
  const occupied = parts.filter((part) => existsSync(join(dataDirectory, part)))
  if (occupied.length > 0 && !values.replace) {
    throw new Error(
      `${dataDirectory} has data in it (${occupied.join(', ')}): --replace puts it aside. Nothing was changed.`,
    )
  }
  const restoring = restoringIn(join(dataDirectory, 'database'))
  rmSync(restoring, { recursive: true, force: true })
  for (const path of description.directories) mkdirSync(join(restoring, path), { recursive: true, mode: 0o700 })
  for (const [path, hash] of sums) {
    if (path === descriptionName) continue
    const copied = await copyFile(join(source, path), join(restoring, path))
    if (copied !== hash) throw new Error(`${path} was not copied as it is in the backup. Run this again.`)
  }
  syncTree(restoring)
  const aside = join(dataDirectory, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  for (const part of occupied) move(join(dataDirectory, part), join(aside, part))
  for (const part of parts) move(join(restoring, part), join(dataDirectory, part))
  rmSync(restoring, { recursive: true })
  for (const path of [dataDirectory, join(dataDirectory, 'database')]) syncPath(path)
  if (occupied.length > 0) console.log(`What was there before is in ${aside}.`)
}

function move(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

await runCommand(restore)
