import { join } from 'node:path'
import { Readable } from 'node:stream'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Database, DatabaseTarget } from '../../platform/database/database.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { encryptFor } from './age-encryption.ts'
import { BackupDirectory, lineOf, manifestName } from './backup-directory.ts'
import type { BackupManifest, BackupPart, StoredCopy } from './backup-manifest.ts'
import { copyIdOf, storedIdOf } from './backup-manifest.ts'
import type { DatabaseContents } from './backup-repository.ts'
import { applyRetention, type Retention } from './backup-retention.ts'
import { copyFiles, placeOf } from './copy-files.ts'
import { dumpEmbedded } from './embedded-dump.ts'
import { writeVerified } from './hashed-file.ts'
import { dumpServer, type WriteDump } from './server-dump.ts'

export interface BackupOrder {
  db: Database
  target: DatabaseTarget
  store: EncryptedStore
  directory: string
  /** Public keys of age; without one the dump is not encrypted. */
  recipients: readonly string[]
  retention?: Retention
  /** Ids of the keys that encrypt fields of the database. */
  keyIds: readonly string[]
  signal: AbortSignal
}

/** Named when all is verified: an interrupted one never looks complete. @throws also if the signal is aborted */
export async function makeBackup(order: BackupOrder): Promise<BackupManifest> {
  const directory = new BackupDirectory(order.directory)
  const lock = directory.lock()
  try {
    const known = await readKnownCopies(directory)
    const madeAt = new Date()
    const partial = directory.begin(madeAt.toISOString().replaceAll(/[:.]/g, '-'))
    const { contents, database } = await writeDatabase(order, partial)
    const ids = [...contents.fileIds, ...contents.anchors.map(copyIdOf)]
    const { copies, missing } = await copyFiles({ ...order, directory, known }, ids)
    const anchorCount = copies.filter(({ id }) => storedIdOf(id) !== id).length
    const files = await writePart(partial, 'files.sha256', Readable.from(copies.map(lineOf)), order.signal)
    const manifest: BackupManifest = {
      format: 2,
      name: madeAt.toISOString().replaceAll(/[:.]/g, '-'),
      made_at: madeAt.toISOString(),
      product_version: packageFile.version,
      installation_id: contents.installationId,
      schema_version: contents.schemaVersion,
      engine: 'url' in order.target ? 'server' : 'embedded',
      recipients: [...order.recipients],
      database,
      files,
      file_count: copies.length - anchorCount,
      anchor_count: anchorCount,
      missing_files: missing,
      key_ids: [...new Set([...order.keyIds, ...copies.map(({ folder }) => folder)])],
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeVerified(join(partial, manifestName), Readable.from([Buffer.from(text)]), order.signal)
    directory.complete(partial)
    if (order.retention) await applyRetention(directory, order.retention)
    return manifest
  } finally {
    lock.release()
  }
}

async function readKnownCopies(directory: BackupDirectory): Promise<Map<string, StoredCopy>> {
  const known = new Map<string, StoredCopy>()
  for (const name of directory.names()) {
    try {
      const copies = await directory.readFileList(await directory.readManifest(name))
      for (const copy of copies) known.set(placeOf(copy), copy)
    } catch {
      // An unreadable backup: the files that it names are copied again.
    }
  }
  return known
}

async function writeDatabase(order: BackupOrder, partial: string) {
  const { target, recipients, signal } = order
  const plainName = 'url' in target ? 'database.dump' : 'database.tar.gz'
  const name = recipients.length > 0 ? `${plainName}.age` : plainName
  let database: BackupPart | undefined
  const write: WriteDump = async (content) => {
    const written = recipients.length > 0 ? await encryptFor(recipients, content) : content
    database = await writePart(partial, name, written, signal)
  }
  const contents = await dump(order, write)
  if (!database) throw new Error('The database was not written')
  return { contents, database }
}

function dump({ db, target, signal }: BackupOrder, write: WriteDump): Promise<DatabaseContents> {
  if ('url' in target) return dumpServer({ db, url: target.url, signal }, write)
  if (target.directory === null) throw new Error('A database in memory cannot be backed up')
  return dumpEmbedded({ db, directory: target.directory, signal }, write)
}

async function writePart(partial: string, name: string, content: Readable, signal: AbortSignal): Promise<BackupPart> {
  return { name, ...(await writeVerified(join(partial, name), content, signal)) }
}
