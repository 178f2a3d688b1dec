import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ClientDocument } from '@agency/contract/documents'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { runScript, type ScriptResult, startScript } from '@agency/test-kit/product/run-command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { type ApiProduct, startProductIn } from './api-product.ts'
import { type AgencyData, readAgency, seedAgency } from './encrypted-data.ts'

let place: string
/** A data directory with an agency in it, nobody running, and the directory of its backups. */
let data: string
let backups: string
let identity: string
let recipient: string
let seeded: AgencyData
let before: unknown
/** The backup that the running product made, and the names of clients that were acknowledged before it began. */
let online: string
let acknowledged: string[]
/** The backup that was made while it was stopped, and all that the data was then. */
let offline: string
let rows: Record<string, unknown[]>
let files: Record<string, string>
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'backup-'))
  data = join(place, 'data')
  backups = join(place, 'backups')
  mkdirSync(data)
  identity = join(place, 'key.txt')
  execFileSync('age-keygen', ['-o', identity], { stdio: 'ignore' })
  recipient = execFileSync('age-keygen', ['-y', identity], { encoding: 'utf8' }).trim()
  const product = await startProductIn({}, data)
  try {
    seeded = await seedAgency(product)
    before = await readAgency(product, seeded)
    const made = await backUpWhileWriting(product)
    expect(made.result).toMatchObject({ code: 0, output: expect.stringContaining('Made and verified') })
    acknowledged = made.acknowledged
    online = newest(backups)
  } finally {
    await product.stop()
  }
  rows = await rowsOf(data)
  files = hashes(join(data, 'files'))
  expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining('does not contain the master keys') })
  offline = newest(backups)
}, 180_000)
afterAll(() => rmSync(place, { recursive: true }))

const run = (name: string, args: string[], directory = data): Promise<ScriptResult> =>
  runScript(name, args, { DATA_DIR: directory })
const backUp = (to = backups) => run('backup', ['--to', to, '--recipient', recipient])
const restore = (directory: string, ...more: string[]) =>
  run('restore', ['--from', backups, '--identity', identity, ...more], directory)

/** Adds clients with a file each, one after the other, before a backup and during it. */
async function backUpWhileWriting(product: ApiProduct) {
  const staff = await product.logIn()
  const written: string[] = []
  let isMade = false
  const write = async () => {
    const client = await staff.addClient({ client_last_name: `Writer ${written.length}` })
    await staff.upload(client.id, {
      name: 'licence.pdf',
      mimeType: 'application/pdf',
      buffer: readFileSync(onePagePdf),
    })
    written.push(client.id)
  }
  for (let n = 0; n < 3; n++) await write()
  const already = [...written]
  const writing = (async () => {
    while (!isMade) await write()
  })()
  const result = await backUp().finally(() => {
    isMade = true
  })
  await writing
  expect(written.length).toBeGreaterThan(already.length)
  return { result, acknowledged: already }
}

const newest = (directory: string): string => readdirSync(join(directory, 'backups')).sort().at(-1) ?? ''

/** A directory for a test, which is not there yet. */
let places = 0
const fresh = () => join(place, `fresh-${places++}`)

function hashes(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(
    paths.map((path) => [relative(directory, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

/** Every row of every table. */
async function rowsOf(directory: string): Promise<Record<string, unknown[]>> {
  const { pool, close } = await openDatabase({ directory: join(directory, 'database') })
  const tables = await pool.query<{ name: string }>(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.rows) {
    const statement = `SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`
    found[name] = (await pool.query(statement)).rows
  }
  await close()
  return found
}

describe('a backup', { timeout: 180_000 }, () => {
  it('given data that is destroyed, when restored, then every row and file is as before, and all of it opens', async () => {
    const kept = join(fresh(), 'keys')
    cpSync(join(data, 'keys'), kept, { recursive: true })
    expect(rows.clients?.length).toBeGreaterThan(2)
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(4)
    rmSync(data, { recursive: true })

    const restored = await restore(data)
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('needs the master keys') })
    expect(hashes(join(data, 'files'))).toEqual(files)
    expect(await rowsOf(data)).toEqual(rows)
    expect(statSync(join(data, 'database/cluster')).mode & 0o777).toBe(0o700)
    expect(existsSync(join(data, 'keys'))).toBe(false)

    // Started without its keys it refuses, and says so; with them all is there.
    await expect(startProductIn({}, data)).rejects.toThrow('which is missing')
    rmSync(join(data, 'keys'), { recursive: true })
    cpSync(kept, join(data, 'keys'), { recursive: true })
    const product = await startProductIn({}, data)
    const after = await readAgency(product, seeded).finally(() => product.stop())
    expect(after).toEqual(before)
  })

  it('[OP-04] given writers during an older backup, when that is chosen, then all that was acknowledged before it is there', async () => {
    const target = fresh()
    expect((await run('restore', ['--from', backups, '--list'])).output).toMatch(new RegExp(`${online}[^]*${offline}`))
    expect((await restore(target, '--backup', online)).code).toBe(0)
    cpSync(join(data, 'keys'), join(target, 'keys'), { recursive: true })
    const product = await startProductIn({}, target)
    try {
      expect(await readAgency(product, seeded)).toEqual(before)
      const staff = await product.logIn()
      for (const id of acknowledged) {
        const documents = await staff.read<ClientDocument[]>(`/clients/${id}/documents`)
        expect(documents).toHaveLength(1)
        for (const { file_url } of documents) expect((await product.asStaff(`/${file_url}`)).status).toBe(200)
      }
      expect(await staff.read('/audit/verification')).toMatchObject({ valid: true })
    } finally {
      await product.stop()
    }
  })

  it('given a backup, when searched, then no key is in it, and nothing of the database is in the clear', () => {
    const keys = readdirSync(join(data, 'keys')).map((name) => readFileSync(join(data, 'keys', name), 'utf8').trim())
    expect(keys.length).toBeGreaterThan(3)
    const paths = Object.keys(hashes(backups))
    const content = paths.map((path) => readFileSync(join(backups, path), 'latin1')).join('\n')
    expect(keys.some((key) => content.includes(key))).toBe(false)
    // A name, which the database itself has in the clear.
    const name = Buffer.from('Gonçalves')
    expect(content.includes(name.toString('latin1'))).toBe(false)
    const [dump = ''] = paths.filter((path) => path.startsWith(`backups/${offline}/database`))
    const clear = execFileSync('age', ['--decrypt', '-i', identity, join(backups, dump)], { maxBuffer: 2 ** 28 })
    expect(gunzipSync(clear).includes(name)).toBe(true)
  })

  it('given another identity or none, when restored, then it is refused before anything is touched', async () => {
    const [other, target] = [join(place, 'other.txt'), fresh()]
    execFileSync('age-keygen', ['-o', other], { stdio: 'ignore' })
    const refused = await run('restore', ['--from', backups, '--identity', other], target)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('other recipients') })
    const without = await run('restore', ['--from', backups], target)
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('--identity') })
    expect(existsSync(target)).toBe(false)
  })

  it('given no recipient, when backed up, then it says how to name one', async () => {
    const refused = await run('backup', ['--to', fresh()])
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--recipient') })
  })

  it.each<[string, RegExp, (copy: string) => void]>([
    ['an altered file', /the file \S+ was altered/, (copy) => appendFileSync(firstFile(copy, 'files/'), 'x')],
    ['a missing file', /the file \S+ is missing/, (copy) => rmSync(firstFile(copy, 'files/'))],
    [
      'an altered dump',
      /database\S+ was altered/,
      (copy) => appendFileSync(firstFile(copy, `backups/${offline}/data`), 'x'),
    ],
    [
      'a list that was cut off',
      /files.sha256 was altered/,
      (copy) => cutOff(firstFile(copy, `backups/${offline}/files`)),
    ],
    ['no manifest', /backup.json cannot be read/, (copy) => rmSync(join(copy, 'backups', offline, 'backup.json'))],
  ])(
    'given a backup with %s, when restored, then it is refused before anything is touched',
    async (_what, why, damage) => {
      const [copy, target] = [fresh(), fresh()]
      cpSync(backups, copy, { recursive: true })
      damage(copy)
      const refused = await run('restore', ['--from', copy, '--identity', identity], target)
      expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(why) })
      expect(existsSync(target)).toBe(false)
    },
  )

  it('given a directory with data in it, when restored to, then it is refused without --replace; with it, the old data is moved aside', async () => {
    const target = fresh()
    cpSync(data, target, { recursive: true })
    writeFileSync(join(target, 'files', 'mine'), 'mine')
    const there = hashes(target)
    expect(await restore(target)).toMatchObject({ code: 1, output: expect.stringContaining('--replace') })
    const { 'database/lock.sqlite': _lock, ...unchanged } = hashes(target)
    const { 'database/lock.sqlite': _before, ...expected } = there
    expect(unchanged).toEqual(expected)

    expect((await restore(target, '--replace')).code).toBe(0)
    expect(existsSync(join(target, 'files', 'mine'))).toBe(false)
    const aside = readdirSync(target).find((name) => name.startsWith('replaced-')) ?? ''
    expect(readFileSync(join(target, aside, 'files', 'mine'), 'utf8')).toBe('mine')
  })

  it('given a backup that is killed half-way, when looked for, then no half has its name; the next one is whole', async () => {
    const target = fresh()
    const { child, result } = startScript('backup', ['--to', target, '--recipient', recipient], { DATA_DIR: data })
    await waitFor(() => existsSync(join(target, 'backups')) && readdirSync(join(target, 'backups')).length > 0)
    child.kill('SIGKILL')
    await result
    expect((await run('restore', ['--from', target, '--check'])).output).toContain('No complete backup')
    expect((await backUp(target)).code).toBe(0)
    expect((await run('restore', ['--from', target, '--check'])).output).toContain('is intact')
    expect(readdirSync(join(target, 'backups'))).toHaveLength(1)
    expect(readdirSync(join(data, 'database')).filter((name) => name.startsWith('backup-copy'))).toEqual([])
  })

  it('given a restore that is killed half-way, when started, then the product refuses; restored again, it is whole', async () => {
    const target = fresh()
    const args = ['--from', backups, '--identity', identity]
    const { child, result } = startScript('restore', args, { DATA_DIR: target })
    await waitFor(() => existsSync(join(target, 'database/restoring/database/cluster/base')))
    child.kill('SIGKILL')
    await result
    await expect(startProductIn({}, target)).rejects.toThrow('A restore was interrupted')
    rmSync(join(target, 'keys'), { recursive: true })
    expect((await restore(target, '--replace')).code).toBe(0)
    expect(await rowsOf(target)).toEqual(rows)
  })
})

const firstFile = (directory: string, start: string): string =>
  join(directory, Object.keys(hashes(directory)).find((path) => path.startsWith(start)) ?? '')

function cutOff(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, `${lines.slice(0, lines.length / 2).join('\n')}\n`)
}

/** Waits for the moment to strike, without giving up the turn for longer than it takes to look. */
async function waitFor(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
