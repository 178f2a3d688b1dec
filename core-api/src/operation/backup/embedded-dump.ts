import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { checkpoint, countAllRows, type DatabaseContents, readContents } from './backup-repository.ts'
import type { WriteDump } from './server-dump.ts'

/** Beginning of the name of a copy of the database, in its directory. `removeLeftCopies` deletes those. */
export const copyName = 'backup-copy-'

/** Queries wait only while the data files are copied: this holds the one connection. @returns the dump's contents */
export async function dumpEmbedded(
  { db, directory, signal }: { db: Database; directory: string; signal: AbortSignal },
  write: WriteDump,
): Promise<DatabaseContents> {
  const copy = join(directory, `${copyName}${randomUUID()}`)
  try {
    const contents = await copyCluster(db, join(directory, 'cluster'), copy)
    signal.throwIfAborted()
    await writePacked(copy, write)
    signal.throwIfAborted()
    await requireReadable(copy, contents)
    return contents
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Deletes copies that stopped processes have left. Call it with the lock of the directory. */
export function removeLeftCopies(directory: string): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory).filter((entry) => entry.startsWith(copyName))) {
    rmSync(join(directory, name), { recursive: true })
  }
}

export async function unpackEmbeddedDump(content: Readable, directory: string): Promise<void> {
  const unpacking = extract()
  const done = pipeline(content, createGunzip(), unpacking)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for await (const entry of unpacking) {
    const path = join(directory, safePath(entry.header.name))
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    }
  }
  await done
}

function copyCluster(db: Database, cluster: string, copy: string): Promise<DatabaseContents> {
  return db.connection().execute(async (connection) => {
    const contents = await readContents(connection)
    await checkpoint(connection)
    mkdirSync(copy, { mode: 0o700 })
    await cp(cluster, join(copy, 'cluster'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    return contents
  })
}

/** Packs and writes in parallel. If one fails, the other is stopped. */
async function writePacked(root: string, write: WriteDump): Promise<void> {
  const packing = pack()
  const compressed = pipe(Readable.from(packing, { objectMode: false }), createGzip(), () => undefined)
  const stop = (error: Error) => {
    packing.destroy(error)
    throw error
  }
  await Promise.all([packTree(root, packing).catch(stop), write(compressed).catch(stop)])
}

async function packTree(root: string, packing: ReturnType<typeof pack>): Promise<void> {
  const cluster = join(root, 'cluster')
  packing.entry({ name: 'cluster', type: 'directory', mode: 0o700 })
  const entries = await readdir(cluster, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(root, path).split(sep).join('/')
    if (entry.isDirectory()) packing.entry({ name, type: 'directory', mode: 0o700 })
    else await pipeline(createReadStream(path), packing.entry({ name, size: (await stat(path)).size, mode: 0o600 }))
  }
  packing.finalize()
}

/** Verifies the copy: a second engine recovers it as after a crash, and reads every table. */
async function requireReadable(directory: string, { fileIds }: DatabaseContents): Promise<void> {
  const { db, close } = await openDatabase({ directory })
  try {
    const counts = await countAllRows(db)
    if (counts.get('files') !== fileIds.length)
      throw new Error('The copy of the database does not have the rows of its original')
  } finally {
    await close()
  }
}

/** The path of an entry. @throws if it is outside of the directory */
function safePath(name: string): string {
  const parts = name.split('/').filter(Boolean)
  if (parts[0] !== 'cluster' || parts.includes('..'))
    throw new Error('The dump of the database contains a file outside its directory')
  return join(...parts)
}
