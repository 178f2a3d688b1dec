import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { BackupDirectory } from '../operation/backup/backup-directory.ts'
import { unpackEmbeddedDump } from '../operation/backup/embedded-dump.ts'
import {
  openDump,
  requireDecryptable,
  restoreFiles,
  type VerifiedBackup,
  verifyBackup,
} from '../operation/backup/restore-backup.ts'
import { giveUpWaitingMessagesIn, restoreToServer, restoreToStore } from '../operation/backup/restore-to-server.ts'
import { counted } from '../platform/counted.ts'
import { lockDirectory } from '../platform/database/directory-lock.ts'
import { restoringIn } from '../platform/database/embedded-engine.ts'
import { syncPath, syncTree } from '../platform/database/sync-tree.ts'
import { DiskRoot } from '../platform/files/disk-root.ts'
import { dataDirectory, runCommand } from './core-settings.ts'
import { readSettingsOnly, type Say } from './new-installation.ts'

const options = {
  from: { type: 'string' },
  backup: { type: 'string' },
  identity: { type: 'string' },
  list: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
} as const

/** @param args such as `--from <directory> --identity <file>` @throws with a message for the operator */
export async function restore(environment: NodeJS.ProcessEnv, args: string[], say: Say): Promise<void> {
  const { values } = parseArgs({ args, options })
  if (!values.from) throw new Error('Name the directory of the backups: npm run restore -- --from <directory>')
  const directory = new BackupDirectory(resolve(values.from))
  if (existsSync(join(directory.path, 'SHA256SUMS'))) {
    throw new Error(`${directory.path} is a backup of an earlier version. Restore it with that version, then update.`)
  }
  if (values.list) return list(directory, say)
  const backup = await verifyBackup(directory, values.backup)
  const { manifest } = backup
  say(`The backup ${manifest.name} is intact: its database and ${manifest.file_count} files.`)
  const identity = values.identity === undefined ? undefined : readFileSync(values.identity, 'utf8')
  if (identity !== undefined || !values.check) await requireDecryptable(backup, identity)
  if (values.check) return
  const givenUp = await restoreBackup(readSettingsOnly(environment), { ...values, backup, identity, say })
  if (givenUp > 0) {
    say(
      `${counted(givenUp, 'message')} waited to be sent when the backup was made. Sessions show them as not sent, with Retry.`,
    )
  }
  say(`Restored. Before the start the product needs the master keys ${manifest.key_ids.join(', ')} (docs/keys.md).`)
}

async function list(directory: BackupDirectory, say: Say) {
  for (const name of directory.names()) {
    const manifest = await directory.readManifest(name).catch((error: Error) => error)
    if (manifest instanceof Error) say(`${name}  ${manifest.message}`)
    else say(`${name}  ${manifest.engine}, version ${manifest.product_version}, ${manifest.file_count} files`)
  }
}

interface Restoring {
  backup: VerifiedBackup
  identity: string | undefined
  replace: boolean
  say: Say
}

/** @returns how many waiting messages were given up */
async function restoreBackup(config: Config, restoring: Restoring): Promise<number> {
  const { backup, identity } = restoring
  const { engine } = backup.manifest
  const wanted = config.DATABASE_URL ? 'server' : 'embedded'
  if (engine !== wanted) {
    const advice = engine === 'server' ? 'set DATABASE_URL to an empty database' : 'take DATABASE_URL away'
    throw new Error(
      `The database of this backup is of the ${engine === 'server' ? 'server' : 'embedded engine'}: ${advice}.`,
    )
  }
  if (config.DATABASE_URL) return restoreToServer(config, config.DATABASE_URL, backup, identity)
  const lock = lockDirectory(join(config.dataDirectory, 'database'))
  try {
    return await restoreToDirectory(config, restoring)
  } finally {
    lock.release()
  }
}

/** Unpacks everything into a directory beside, then renames. After an interruption the product refuses to start. */
async function restoreToDirectory(config: Config, { backup, identity, replace, say }: Restoring): Promise<number> {
  const { dataDirectory } = config
  const parts = config.S3_BUCKET ? ['database/cluster'] : ['database/cluster', 'files']
  const occupied = parts.filter((part) => existsSync(join(dataDirectory, part)))
  if (occupied.length > 0 && !replace) {
    throw new Error(
      `${dataDirectory} contains data (${occupied.join(', ')}). Use --replace to move it aside. Nothing was changed.`,
    )
  }
  const restoring = restoringIn(join(dataDirectory, 'database'))
  rmSync(restoring, { recursive: true, force: true })
  await unpackEmbeddedDump(await openDump(backup, identity), join(restoring, 'database'))
  const givenUp = await giveUpWaitingMessagesIn({ directory: join(restoring, 'database') })
  if (config.S3_BUCKET) await restoreToStore(config, backup)
  else await restoreFiles(backup, new DiskRoot(join(restoring, 'files')))
  syncTree(restoring)
  const aside = join(dataDirectory, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  for (const part of occupied) move(join(dataDirectory, part), join(aside, part))
  for (const part of parts) move(join(restoring, part), join(dataDirectory, part))
  rmSync(restoring, { recursive: true })
  for (const path of [dataDirectory, join(dataDirectory, 'database')]) syncPath(path)
  if (occupied.length > 0) say(`The previous data is in ${aside}.`)
  return givenUp
}

function move(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

if (import.meta.main) {
  const environment = { ...process.env, DATA_DIR: dataDirectory }
  await runCommand(() => restore(environment, process.argv.slice(2), console.log))
}
