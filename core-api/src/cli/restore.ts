import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { BackupDirectory } from '../features/backup/archive/backup-directory.ts'
import { unpackEmbeddedDump } from '../features/backup/dump/embedded-dump.ts'
import {
  openDump,
  requireDecryptable,
  restoreFiles,
  type VerifiedBackup,
  verifyBackup,
} from '../features/backup/restore/restore-backup.ts'
import { restoreToServer, restoreToStore } from '../features/backup/restore/restore-to-server.ts'
import { lockDirectory } from '../platform/database/directory-lock.ts'
import { restoringIn } from '../platform/database/embedded-engine.ts'
import { syncPath, syncTree } from '../platform/database/sync-tree.ts'
import { DiskRoot } from '../platform/file-store/disk-root.ts'

const options = {
  from: { type: 'string' },
  backup: { type: 'string' },
  identity: { type: 'string' },
  list: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
} as const

/** Tells the operator a sentence. */
type Say = (line: string) => void

/**
 * Puts a backup in place, after every byte of it was compared with its hash.
 * @param args of the command: `--from <directory> --identity <file>`, as docs/backup.md has them
 * @throws with a sentence for the operator
 */
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
  say(`The backup ${manifest.name} is whole: its database and ${manifest.file_count} files.`)
  const identity = values.identity === undefined ? undefined : readFileSync(values.identity, 'utf8')
  if (identity !== undefined || !values.check) await requireDecryptable(backup, identity)
  if (values.check) return
  await putInPlace(readRestoreSettings(environment), { ...values, backup, identity, say })
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
  /** Whether what is there is moved aside. */
  replace: boolean
  say: Say
}

async function putInPlace(config: Config, restoring: Restoring) {
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
    await restoreToDirectory(config, restoring)
  } finally {
    lock.release()
  }
}

/** Everything is put beside its place first; where that is broken off, the product does not start on the half. */
async function restoreToDirectory(config: Config, { backup, identity, replace, say }: Restoring) {
  const { dataDirectory } = config
  const parts = config.S3_BUCKET ? ['database/cluster'] : ['database/cluster', 'files']
  const occupied = parts.filter((part) => existsSync(join(dataDirectory, part)))
  if (occupied.length > 0 && !replace) {
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
  if (occupied.length > 0) say(`What was there before is in ${aside}.`)
}

function move(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(from, to)
}

/** A restore makes no secret: the data directory gets those that belong to the backup. */
function readRestoreSettings({ PRINCIPAL_SECRET_FILE: _file, ...environment }: NodeJS.ProcessEnv): Config {
  // A setting that has to be there, and that a restore does not use.
  return readConfig({ ...environment, PRINCIPAL_SECRET: randomBytes(32).toString('base64') })
}

// As the image runs it: `node core-api/src/restore.ts`.
if (import.meta.main) {
  process.umask(0o077)
  try {
    await restore(process.env, process.argv.slice(2), (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
