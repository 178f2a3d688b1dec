import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { Check } from 'typebox/value'
import { renewPolicyKeys } from '../../clients/policies/renew-policy-keys.ts'
import { renewSearchKeys } from '../../clients/record/renew-search-keys.ts'
import type { Database, DatabaseTarget } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { beginRestoring, endRestoring } from '../../platform/files/restoring-mark.ts'
import { hashStream } from '../backup/hashed-file.ts'
import { ArchiveHeader, headerName, partName, sumLine, sumsName } from './archive-format.ts'
import {
  type ArchivedTable,
  analyze,
  closeTables,
  emptyTables,
  forgetSearchKeys,
  listArchivedTables,
  openTables,
  readRows,
  setSequence,
  useOneFormat,
} from './archive-repository.ts'
import { placesOf } from './archived-files.ts'
import { toLines, writeLines } from './archived-lines.ts'
import { prepareTarget } from './prepare-target.ts'

/** A new database and an empty file store. */
export interface ArchiveTarget {
  database: DatabaseTarget
  root: FileRoot
  keyring: Keyring
}

/** What an archive has. */
export interface Taken {
  tables: number
  rows: number
  files: number
}

interface Taking {
  trx: Database
  header: ArchiveHeader
  cipher: FieldCipher
  tables: Map<string, ArchivedTable>
  places: ReturnType<typeof placesOf>
  /** Whether an interrupted run has committed the database. */
  isLoaded: boolean
  /** SHA-256 of each member, in the order of the archive. */
  sums: Map<string, string>
  rows: Map<string, number>
  /** The files of this run. */
  placed: string[]
  isComplete: boolean
}

interface Order {
  db: Database
  target: ArchiveTarget
  form: ArchiveHeader['form']
  /** What a failed run takes back; undefined once the database is committed. */
  undo: (() => Promise<void>)[] | undefined
}

/**
 * Takes an archive in: rows and files are placed, read back and compared with their sums, then the database is committed.
 * A run that fails leaves nothing; one that was killed can be repeated.
 * @param form that the archive must have
 * @throws before anything is changed if the target is not empty, or the archive is of another release
 */
export async function takeArchive(
  target: ArchiveTarget,
  form: ArchiveHeader['form'],
  stream: Readable,
): Promise<Taken> {
  const { db, close } = await openDatabase(target.database)
  const unpacking = extract()
  const arriving = pipeline(stream, unpacking)
  const order: Order = { db, target, form, undo: [] }
  const taking = take(order, unpacking)
  try {
    const [taken] = await Promise.all([taking, arriving])
    return taken
  } catch (cause) {
    unpacking.destroy()
    await Promise.allSettled([taking, arriving])
    if (order.undo === undefined) throw cause
    for (const step of order.undo) await step()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${reason.replace(/\.?$/, '.')} Nothing was changed.`, { cause })
  } finally {
    await close()
  }
}

async function take(order: Order, unpacking: ReturnType<typeof extract>): Promise<Taken> {
  const { db, target, form } = order
  const entries = unpacking[Symbol.asyncIterator]()
  const first = await entries.next().catch(() => undefined)
  if (first?.value?.header.name !== headerName) throw new Error('This is no archive of an agency.')
  const content = await readText(first.value)
  const header: unknown = JSON.parse(content)
  if (!Check(ArchiveHeader, header)) throw new Error('This archive is of a newer release, or of another product.')
  if (header.form !== form) throw new Error(`This archive has the form ${header.form}, not ${form}.`)
  const { root, keyring } = target
  const { isLoaded, isContinued, mark } = await prepareTarget({ db, root, keyring }, header)
  await beginRestoring(root, mark)
  const [places, placed, cipher] = [placesOf(root, keyring, form), [] as string[], new FieldCipher(keyring)]
  if (!isLoaded) order.undo?.push(() => removeAll(places, placed))
  if (!isContinued) order.undo?.push(() => endRestoring(root))
  const taken = await db.transaction().execute(async (trx) => {
    await useOneFormat(trx)
    const tables = new Map((await listArchivedTables(trx, form)).map((table) => [table.name, table]))
    const [sums, rows] = [new Map([[headerName, sha256Of(content)]]), new Map<string, number>()]
    const taking = { trx, header, cipher, tables, places, isLoaded, sums, rows, placed, isComplete: false }
    return takeAll(taking, entries)
  })
  order.undo = undefined
  await root.writeText('installation-id', `${header.installation_id}\n`)
  if (form === 'open') await makeSearchKeys(db, cipher)
  await analyze(db)
  await endRestoring(root)
  return taken
}

async function removeAll(places: Taking['places'], placed: readonly string[]): Promise<void> {
  for (const path of placed) await places.remove(path)
}

type Entries = AsyncIterator<Readable & { header: { name: string } }>

async function takeAll(taking: Taking, entries: Entries): Promise<Taken> {
  const { trx, header, isLoaded, placed } = taking
  const tables = [...taking.tables.values()]
  const keys = isLoaded ? [] : await openTables(trx)
  if (!isLoaded) await emptyTables(trx, tables)
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    await takeMember(taking, next.value.header.name, next.value)
  }
  if (!taking.isComplete) throw new Error(`The archive ends before ${sumsName}.`)
  if (!isLoaded) {
    for (const sequence of header.sequences) await setSequence(trx, sequence)
    if (header.form === 'open') await forgetSearchKeys(trx)
    await closeTables(trx, tables, keys)
    await requireSameRows(taking)
  }
  const rows = [...taking.rows.values()].reduce((sum, count) => sum + count, 0)
  return { tables: tables.length, rows, files: placed.length }
}

async function takeMember(taking: Taking, name: string, content: Readable): Promise<void> {
  const { sums, rows, isLoaded } = taking
  const [kind = '', ...path] = name.split('/')
  const table = kind === 'tables' ? taking.tables.get(path[0] ?? '') : undefined
  if (taking.isComplete || sums.has(name)) throw new Error(`The archive has a member too many: ${name}.`)
  if (kind === 'files') sums.set(name, await takeFile(taking, path.join('/'), content))
  else if (name === sumsName) requireSums(taking, await readText(content))
  else if (table) {
    const text = await readText(content)
    sums.set(name, sha256Of(text))
    const count = isLoaded ? text.split('\n').length - 1 : await writeLines(taking.trx, table, text, taking.cipher)
    rows.set(table.name, (rows.get(table.name) ?? 0) + count)
  } else throw new Error(`The archive has an unknown member: ${name}.`)
}

/** Places a file. @returns the SHA-256 of what the store gives back */
async function takeFile({ places, placed }: Taking, path: string, content: Readable): Promise<string> {
  placed.push(path)
  await places.put(path, content)
  return (await hashStream(places.open(path))).sha256
}

function requireSums(taking: Taking, text: string): void {
  const found = [...taking.sums].map(([name, sha256]) => sumLine(sha256, name))
  const given = text.split(/(?<=\n)/)
  const index = found.findIndex((line, at) => line !== given[at])
  if (index >= 0 || given.length !== found.length) {
    const name = (given[index] ?? found[index] ?? given.at(-1) ?? '').slice(66).trim()
    throw new Error(`The archive is damaged or was altered: ${name} is not what ${sumsName} says.`)
  }
  for (const [table, count] of Object.entries(taking.header.tables)) {
    const found = taking.rows.get(table) ?? 0
    if (found !== count) throw new Error(`The archive has ${found} rows of ${table}, and its header says ${count}.`)
  }
  taking.isComplete = true
}

/** Compares what this database would give to an archive with what it was given. */
async function requireSameRows({ trx, tables, cipher, header, sums }: Taking): Promise<void> {
  for (const table of tables.values()) {
    let part = 0
    for await (const rows of readRows(trx, header.form, table)) {
      part += 1
      const sha256 = sha256Of(toLines(table, rows, cipher))
      if (sums.get(partName(table.name, part)) !== sha256) {
        throw new Error(`The table ${table.name} has other rows than the archive, from row ${(part - 1) * 500 + 1} on.`)
      }
    }
  }
}

/** Makes the search keys that depend on this installation's keys. */
async function makeSearchKeys(db: Database, cipher: FieldCipher): Promise<void> {
  const onDamaged = (error: unknown) => {
    throw error
  }
  const renewal = { db, cipher, onDamaged, signal: new AbortController().signal }
  await renewSearchKeys(renewal)
  await renewPolicyKeys(renewal)
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
