import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { measuring } from '../backup/hashed-file.ts'
import { readInstallationId } from '../files/match-installation.ts'
import { type ArchiveHeader, headerName, partName, sumLine, sumsName } from './archive-format.ts'
import {
  type ArchivedTable,
  countRows,
  listArchivedTables,
  listMigrations,
  listSequences,
  readRows,
  useOneFormat,
} from './archive-repository.ts'
import { toLines } from './archived-lines.ts'

/** A stored file. `path` is what the archive names it by. */
export interface ArchivedFile {
  path: string
  size: number
  open(): Readable
}

export interface Packing {
  /** A transaction that sees one moment. */
  trx: Database
  form: ArchiveHeader['form']
  cipher: FieldCipher
  keyIds: string[]
  /** In the order of their paths. */
  files(): AsyncIterable<ArchivedFile>
}

type Pack = ReturnType<typeof pack>

/** The same content gives the same bytes. */
const modified = new Date(0)

/**
 * Streams an archive of the whole installation, in bounded memory.
 * @param use reads the stream to its end
 * @returns what the archive has
 */
export async function packArchive(packing: Packing, use: (stream: Readable) => Promise<void>) {
  const tar = pack()
  const stop = (error: Error) => {
    tar.destroy(error)
    throw error
  }
  const stream = Readable.from(tar, { objectMode: false })
  // The reader's reason comes first: its end breaks the stream, which ends the packing.
  const [used, packed] = await Promise.allSettled([use(stream).catch(stop), packAll(packing, tar).catch(stop)])
  if (used.status === 'rejected') throw used.reason
  if (packed.status === 'rejected') throw packed.reason
  return packed.value
}

async function packAll(packing: Packing, tar: Pack): Promise<{ tables: number; rows: number; files: number }> {
  const { trx, form, cipher } = packing
  const sums: string[] = []
  const add = async (name: string, text: string) => {
    await addText(tar, name, text)
    sums.push(sumLine(createHash('sha256').update(text).digest('hex'), name))
  }
  await useOneFormat(trx)
  const tables = await listArchivedTables(trx, form)
  const header = await readHeader(packing, tables)
  await add(headerName, `${JSON.stringify(header, null, 2)}\n`)
  for (const table of tables) {
    let part = 0
    for await (const rows of readRows(trx, form, table)) {
      part += 1
      await add(partName(table.name, part), toLines(table, rows, cipher))
    }
  }
  let files = 0
  for await (const { path, size, open } of packing.files()) {
    const { stream, measured } = measuring()
    const name = `files/${path}`
    await pipeline(open(), stream, tar.entry({ name, size, mtime: modified }))
    sums.push(sumLine(measured().sha256, name))
    files += 1
  }
  await addText(tar, sumsName, sums.join(''))
  tar.finalize()
  return { tables: tables.length, rows: Object.values(header.tables).reduce((sum, count) => sum + count, 0), files }
}

async function readHeader({ trx, form, keyIds }: Packing, tables: readonly ArchivedTable[]): Promise<ArchiveHeader> {
  const installationId = await readInstallationId(trx)
  if (installationId === undefined) throw new Error('This installation was never started. It has nothing yet.')
  const counts: ArchiveHeader['tables'] = {}
  for (const { name } of tables) counts[name] = await countRows(trx, name)
  return {
    format: 1,
    form,
    product_version: packageFile.version,
    installation_id: installationId,
    migrations: await listMigrations(trx),
    key_ids: form === 'open' ? [] : keyIds,
    tables: counts,
    sequences: await listSequences(trx),
  }
}

async function addText(tar: Pack, name: string, text: string): Promise<void> {
  const content = Buffer.from(text)
  await pipeline(Readable.from([content]), tar.entry({ name, size: content.length, mtime: modified }))
}
