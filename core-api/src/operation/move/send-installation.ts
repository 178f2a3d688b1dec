import { randomUUID } from 'node:crypto'
import { constants, existsSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { lockDirectory } from '../../platform/database/directory-lock.ts'
import { restoringIn } from '../../platform/database/embedded-engine.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import type { StoredCopy } from '../backup/backup-manifest.ts'
import { copyName } from '../backup/embedded-dump.ts'
import { measuring } from '../backup/hashed-file.ts'
import { readInstallationId } from '../files/match-installation.ts'
import { fileLine, filesName, headerName, type MoveHeader } from './move-format.ts'
import { digestTable, listSequences, listTables, readRows, useOneFormat } from './move-repository.ts'

type Pack = ReturnType<typeof pack>

/** A stopped installation with the embedded engine. */
export interface MovingSource {
  dataDirectory: string
  keyring: Keyring
}

/**
 * Sends a stopped installation, of which nothing is changed: a copy of its database is brought up to date and read.
 * @param use reads the stream to its end
 * @throws DirectoryInUse while the product runs
 */
export async function sendInstallation(source: MovingSource, use: (stream: Readable) => Promise<void>): Promise<void> {
  const directory = join(source.dataDirectory, 'database')
  const lock = lockDirectory(directory, `The product runs in ${source.dataDirectory}. Stop it, then move it.`)
  const copy = join(directory, `${copyName}${randomUUID()}`)
  try {
    if (existsSync(restoringIn(directory))) throw new Error(`A restore to ${source.dataDirectory} was interrupted.`)
    await cp(join(directory, 'cluster'), join(copy, 'cluster'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    const { db, close } = await openDatabase({ directory: copy })
    try {
      if (await migrate(db)) throw new Error('A newer release has changed this database. Move it with that release.')
      await db.transaction().execute((trx) => send(trx, source, use))
    } finally {
      await close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
    lock.release()
  }
}

async function send(trx: Database, source: MovingSource, use: (stream: Readable) => Promise<void>): Promise<void> {
  const packing = pack()
  const stop = (error: Error) => {
    packing.destroy(error)
    throw error
  }
  const stream = Readable.from(packing, { objectMode: false })
  // The reader's reason comes first: its end breaks the stream, which ends the packing.
  for (const result of await Promise.allSettled([use(stream).catch(stop), packAll(trx, source, packing).catch(stop)])) {
    if (result.status === 'rejected') throw result.reason
  }
}

async function packAll(trx: Database, { dataDirectory, keyring }: MovingSource, packing: Pack): Promise<void> {
  await useOneFormat(trx)
  const root = new DiskRoot(join(dataDirectory, 'files'))
  const trash = await root.foldersIn('trash')
  const folders = (await root.foldersIn('')).filter((name) => name !== 'trash')
  const header = await readHeader(trx, keyring, [...folders, ...trash.map((name) => `trash/${name}`)])
  await addText(packing, headerName, JSON.stringify(header))
  const copies: StoredCopy[] = []
  for (const folder of header.folders) {
    for await (const id of root.folder(folder).ids()) copies.push(await addFile(packing, root, { folder, id }))
  }
  await addText(packing, filesName, copies.map(fileLine).join(''))
  for (const table of Object.keys(header.tables)) {
    for await (const rows of readRows(trx, table)) await addText(packing, `rows/${table}`, JSON.stringify(rows))
  }
  packing.finalize()
}

async function readHeader(trx: Database, keyring: Keyring, folders: string[]): Promise<MoveHeader> {
  const installationId = await readInstallationId(trx)
  if (installationId === undefined) throw new Error('This installation was never started. There is nothing to move.')
  const tables: MoveHeader['tables'] = {}
  for (const table of await listTables(trx)) tables[table] = await digestTable(trx, table)
  return {
    format: 1,
    installation_id: installationId,
    migrations: Object.keys(await readMigrations()),
    key_ids: keysOf(keyring).map(({ id }) => id.toString('hex')),
    folders,
    tables,
    sequences: await listSequences(trx),
  }
}

async function addText(packing: Pack, name: string, text: string): Promise<void> {
  const content = Buffer.from(text)
  await pipeline(Readable.from([content]), packing.entry({ name, size: content.length }))
}

async function addFile(packing: Pack, root: DiskRoot, { folder, id }: { folder: string; id: string }) {
  const { stream, measured } = measuring()
  const size = await root.folder(folder).sizeOf(id)
  await pipeline(root.folder(folder).open(id), stream, packing.entry({ name: `files/${folder}/${id}`, size }))
  return { folder, id, sha256: measured().sha256 }
}
