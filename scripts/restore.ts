import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../core-api/src/config.ts'
import { lockDirectory } from '../core-api/src/database/directory-lock.ts'
import { restoringIn } from '../core-api/src/database/restoring.ts'
import { syncPath, syncTree } from '../core-api/src/database/sync-tree.ts'
import { BackupDirectory } from '../core-api/src/features/backup/backup-directory.ts'
import { unpackEmbeddedDump } from '../core-api/src/features/backup/embedded-dump.ts'
import {
  openDump,
  requireDecryptable,
  restoreFiles,
  type VerifiedBackup,
  verifyBackup,
} from '../core-api/src/features/backup/restore-backup.ts'
import { restoreToServer, restoreToStore } from '../core-api/src/features/backup/restore-to-server.ts'
import { DiskRoot } from '../core-api/src/file-store/disk-root.ts'
import { dataDirectory, readRestoreSettings, runCommand } from './core-settings.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    backup: { type: 'string' },
    identity: { type: 'string' },
    list: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
  },
})

/** Puts a backup in place, after every byte of it was compared with its hash. */
async function restore() {
  if (!values.from) throw new Error('Name the directory of the backups: npm run restore -- --from <directory>')
  const directory = new BackupDirectory(resolve(values.from))
  if (existsSync(join(directory.path, 'SHA256SUMS'))) {
    throw new Error(`${directory.path} is a backup of an earlier version. Restore it with that version, then update.`)
  }
  if (values.list) return list(directory)
  const backup = await verifyBackup(directory, values.backup)
  const { manifest } = backup
  console.log(`The backup ${manifest.name} is whole: its database and ${manifest.file_count} files.`)
  const identity = values.identity === undefined ? undefined : readFileSync(values.identity, 'utf8')
  if (identity !== undefined || !values.check) await requireDecryptable(backup, identity)
  if (values.check) return
  await putInPlace(readRestoreSettings(), backup, identity)
  console.log(
    `Restored. Before the start the product needs the master keys ${manifest.key_ids.join(', ')} (docs/keys.md).`,
  )
}

async function list(directory: BackupDirectory) {
  for (const name of directory.names()) {
    const manifest = await directory.readManifest(name).catch((error: Error) => error)
    if (manifest instanceof Error) console.log(`${name}  ${manifest.message}`)
    else console.log(`${name}  ${manifest.engine}, version ${manifest.product_version}, ${manifest.file_count} files`)
  }
}

async function putInPlace(config: Config, backup: VerifiedBackup, identity: string | undefined) {
  const { engine } = backup.manifest
  const wanted = config.DATABASE_URL ? 'server' : 'embedded'
  if (engine !== wanted) {
    const advice = engine === 'server' ? 'set DATABASE_URL to an empty database' : 'take DATABASE_URL away'
    throw new Error(
      `The database of this backup is of the ${engine === 'server' ? 'server' : 'embedded engine'}: ${advice}.`,
    )
  }
  if (config.DATABASE_URL) return restoreToServer(config, config.DATABASE_URL, backup, identity)
  const lock = lockDirectory(join(dataDirectory, 'database'))
  try {
    await restoreToDirectory(config, backup, identity)
  } finally {
    lock.release()
  }
}

/** Everything is put beside its place first; where that is broken off, the product does not start on the half. */
async function restoreToDirectory(config: Config, backup: VerifiedBackup, identity: string | undefined) {
  const parts = config.S3_BUCKET ? ['database/cluster'] : ['database/cluster', 'files']
  const occupied = parts.filter((part) => existsSync(join(dataDirectory, part)))
  if (occupied.length > 0 && !values.replace) {
    throw new Error(
      `${dataDirectory} has data in it (${occupied.join(', ')}): --replace puts it aside. Nothing was changed.`,
    )
  }
  const restoring = restoringIn(join(dataDirectory, 'database'))
  rmSync(restoring, { recursive: true, force: true })
  await unpackEmbeddedDump(await openDump(backup, identity), join(restoring, 'database'))
  if (config.S3_BUCKET) await restoreToStore(config, backup, async () => undefined)
  else await restoreFiles(backup, new DiskRoot(join(restoring, 'files')))
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
