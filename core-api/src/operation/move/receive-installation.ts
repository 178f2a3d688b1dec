import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { Check } from 'typebox/value'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { beginRestoring, endRestoring, findRestoring, moveMark } from '../../platform/files/restoring-mark.ts'
import { hashStream } from '../backup/hashed-file.ts'
import { readInstallationId } from '../files/match-installation.ts'
import { fileLine, filesName, headerName, MoveHeader } from './move-format.ts'
import {
  analyze,
  closeTables,
  digestTable,
  listTables,
  openTables,
  setSequence,
  useOneFormat,
  writeRows,
} from './move-repository.ts'

/** An empty database of a server and an empty file store. */
export interface MovingTarget {
  url: string
  root: FileRoot
  keyring: Keyring
}

export interface Received {
  tables: number
  rows: number
  files: number
}

interface Receiving {
  trx: Database
  target: MovingTarget
  header: MoveHeader
  /** Whether an interrupted move has committed the database. */
  isLoaded: boolean
  copies: string[]
}

/**
 * Receives an installation: first the files, each read back, then the database in one transaction, which is kept only if
 * it has the same rows as the source. An interrupted move can be repeated.
 * @throws before anything is changed if a place is not empty, or a key is missing
 */
export async function receiveInstallation(target: MovingTarget, stream: Readable): Promise<Received> {
  const { db, close } = await openDatabase({ url: target.url })
  const unpacking = extract()
  const arriving = pipeline(stream, unpacking)
  try {
    const [received] = await Promise.all([receive(db, target, unpacking), arriving])
    await endRestoring(target.root)
    await analyze(db)
    return received
  } catch (error) {
    unpacking.destroy()
    // The reason that this side had comes first: its end breaks the stream.
    await arriving.catch(() => undefined)
    throw error
  } finally {
    await close()
  }
}

async function receive(db: Database, target: MovingTarget, unpacking: ReturnType<typeof extract>): Promise<Received> {
  const entries = unpacking[Symbol.asyncIterator]()
  const first = await entries.next()
  if (first.done || first.value.header.name !== headerName) throw new Error('This is no moving installation.')
  const header: unknown = JSON.parse(await text(first.value))
  if (!Check(MoveHeader, header)) throw new Error('The installation was sent by another release. Use the same on both.')
  const isLoaded = await prepare(db, target, header)
  return db.transaction().execute(async (trx) => {
    const receiving: Receiving = { trx, target, header, isLoaded, copies: [] }
    await useOneFormat(trx)
    const keys = isLoaded ? [] : await openTables(trx)
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      await receiveEntry(receiving, next.value.header.name, next.value)
    }
    if (!isLoaded) {
      for (const sequence of header.sequences) await setSequence(trx, sequence)
      await closeTables(trx, keys)
    }
    const rows = await requireSameRows(trx, header)
    return { tables: Object.keys(header.tables).length, rows, files: receiving.copies.length }
  })
}

/** @returns whether an interrupted move has committed the database */
async function prepare(db: Database, { root, keyring }: MovingTarget, header: MoveHeader): Promise<boolean> {
  const own = Object.keys(await readMigrations())
  if (own.join() !== header.migrations.join()) {
    throw new Error('The two installations have different releases. Update the older one. Nothing was changed.')
  }
  const keyIds = keysOf(keyring).map(({ id }) => id.toString('hex'))
  const missing = header.key_ids.filter((id) => !keyIds.includes(id))
  if (missing.length > 0) {
    throw new Error(
      `The new installation lacks the master keys ${missing.join(', ')} (docs/keys.md). Nothing was changed.`,
    )
  }
  const mark = moveMark(header.installation_id)
  const isContinued = (await findRestoring(root)) === mark
  const found = (await listTables(db)).includes('installation') ? await readInstallationId(db) : undefined
  if (isContinued && found === header.installation_id) return true
  if ((await listTables(db)).length > 0 && (!isContinued || found !== undefined)) {
    throw new Error('The database has tables. Move to an empty one. Nothing was changed.')
  }
  if (!isContinued && (await hasFiles(root, header))) {
    throw new Error(`The file store is not empty: ${root.description}. Move to an empty one. Nothing was changed.`)
  }
  await beginRestoring(root, mark)
  await migrate(db)
  return false
}

async function hasFiles(root: FileRoot, { folders }: MoveHeader): Promise<boolean> {
  if ((await root.readText('installation-id')) !== undefined) return true
  for (const folder of folders) for await (const _id of root.folder(folder).ids()) return true
  return false
}

async function receiveEntry(receiving: Receiving, name: string, content: Readable): Promise<void> {
  const { trx, target, header, isLoaded, copies } = receiving
  const [kind = '', ...path] = name.split('/')
  if (kind === 'files') {
    copies.push(await receiveFile(target.root, path, content))
  } else if (name === filesName) {
    if ((await text(content)) !== copies.join(''))
      throw new Error('The new file store has other files than the old one.')
    await target.root.writeText('installation-id', `${header.installation_id}\n`)
  } else {
    const rows = (await buffer(content)).toString()
    if (!isLoaded) await writeRows(trx, path.join('/'), rows)
  }
}

/** @returns its line in the list of files, from the bytes that the store gives back */
async function receiveFile(root: FileRoot, path: string[], content: Readable): Promise<string> {
  const id = path.at(-1) ?? ''
  const folder = path.slice(0, -1).join('/')
  if (!/^[\w-]+$/.test(id) || !/^(trash\/)?[0-9a-f]{8}$/.test(folder)) throw new Error('A file has no valid name.')
  await root.folder(folder).put(id, [content])
  const { sha256 } = await hashStream(root.folder(folder).open(id))
  return fileLine({ folder, id, sha256 })
}

/** @returns how many rows there are */
async function requireSameRows(trx: Database, { tables }: MoveHeader): Promise<number> {
  let count = 0
  for (const [table, { rows, sha256 }] of Object.entries(tables)) {
    const found = await digestTable(trx, table)
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new Error(`The table ${table} has ${found.rows} rows that are not the ${rows} of the old database.`)
    }
    count += rows
  }
  return count
}
